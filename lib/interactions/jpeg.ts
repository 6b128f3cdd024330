/** APP1 (EXIF and XMP: place, device, people), APP13 (IPTC) and comments. */
const telling = new Set([0xe1, 0xed, 0xfe])
const startOfScan = 0xda

/** The same picture without what a camera or a program wrote beside it (S24). What cannot be read as a JPEG stays as it is. */
export function withoutMetadata(jpeg: Uint8Array): Uint8Array {
  const kept = [jpeg.subarray(0, 2)]
  let at = 2
  while (jpeg[at] === 0xff) {
    // Any number of FF may stand before a marker.
    while (jpeg[at + 1] === 0xff) at++
    const marker = jpeg[at + 1] ?? startOfScan
    const length = ((jpeg[at + 2] ?? 0) << 8) | (jpeg[at + 3] ?? 0)
    const end = at + 2 + length
    if (marker === startOfScan || length < 2 || end > jpeg.length) break
    if (!telling.has(marker)) kept.push(jpeg.subarray(at, end))
    at = end
  }
  kept.push(jpeg.subarray(at))
  return joined(kept)
}

function joined(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
