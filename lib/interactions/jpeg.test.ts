import { expect } from 'vitest'
import { verifies } from '@/lib/testing/verifies'
import { withoutMetadata } from './jpeg'

const start = [0xff, 0xd8]
const segment = (marker: number, text: string) => {
  const bytes = [...new TextEncoder().encode(text)]
  return [0xff, marker, (bytes.length + 2) >> 8, (bytes.length + 2) & 0xff, ...bytes]
}
const jfif = segment(0xe0, 'JFIF\0')
const colours = segment(0xe2, 'ICC_PROFILE\0')
const exif = segment(0xe1, 'Exif\0\0here I am')
const scan = [...segment(0xda, 'scan'), 1, 2, 0xff, 0, 0xff, 0xe1, 3, 0xff, 0xd9]
const stripped = (...parts: number[][]) => [...withoutMetadata(Uint8Array.from(parts.flat()))]

verifies('S24', 'what tells of place, device and people is dropped, what draws the picture is kept', () => {
  const iptc = segment(0xed, 'Photoshop 3.0\0')
  const comment = segment(0xfe, 'made by me')
  const clean = [start, jfif, colours, scan]
  expect(stripped(start, exif, jfif, iptc, colours, comment, exif, scan)).toEqual(clean.flat())
  expect(stripped(start, [0xff, 0xff], exif, scan)).toEqual([...start, ...scan])
  expect(stripped(...clean)).toEqual(clean.flat())
})

verifies('S24', 'what is cut off or no JPEG stays as it is, and takes no time', () => {
  for (const odd of [start, [0xff, 0xd8, 0xff], [...start, 0xff, 0xe0, 0xff, 0xff, 1], [...start, 0xff, 0xe1, 0, 0]]) {
    expect(stripped(odd)).toEqual(odd)
  }
})
