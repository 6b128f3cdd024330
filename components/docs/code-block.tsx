/** Code as it is to be typed, which scrolls sideways rather than wraps. */
export function CodeBlock({ label, code }: { label: string; code: string }) {
  return (
    <figure className="grid gap-1">
      <figcaption className="text-13 text-soft">{label}</figcaption>
      {/* Scrolls, and so must be reachable by the keyboard. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region needs focus */}
      <pre tabIndex={0} className="overflow-x-auto rounded border border-line bg-sunken p-3 font-mono text-13">
        <code className="wrap-normal">{code}</code>
      </pre>
    </figure>
  )
}
