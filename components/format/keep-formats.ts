/** Makes each formatter once: they are costly, and a list has several in each row. */
export function keepFormats<Options, Format>(make: (locale: string, options: Options) => Format) {
  const kept = new Map<string, Format>()
  return (locale: string, options: Options): Format => {
    const key = JSON.stringify([locale, options])
    const format = kept.get(key) ?? make(locale, options)
    kept.set(key, format)
    return format
  }
}
