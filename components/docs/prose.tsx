import { createElement, Fragment } from 'react'

/** Our own descriptions: paragraphs, `code` and **strong** words. */
export function Prose({ text, className = '' }: { text: string; className?: string }) {
  return (
    <div className={`grid gap-3 ${className}`}>
      {text.split('\n\n').map((paragraph) => (
        <p key={paragraph}>
          <Inline text={paragraph} />
        </p>
      ))}
    </div>
  )
}

export function Inline({ text }: { text: string }) {
  return createElement(Fragment, null, ...text.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map(toNode))
}

function toNode(part: string) {
  if (part.startsWith('`')) return <code className="font-mono text-13">{part.slice(1, -1)}</code>
  if (part.startsWith('**')) return <strong className="font-semibold">{part.slice(2, -2)}</strong>
  return part
}
