import type { ReactNode } from 'react'

interface Props {
  title: ReactNode
  tags?: ReactNode
  /** Small facts under the title, one after the other; those that are not so are left out. */
  facts: ReactNode[]
  actions?: ReactNode
  /** What opens under it. */
  children?: ReactNode
}

export function SettingsRow({ title, tags, facts, actions, children }: Props) {
  return (
    <li className="grid grid-cols-[minmax(0,1fr)] gap-2 border-b border-line py-3">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="grid min-w-0 grow basis-80 gap-1">
          <div className="flex flex-wrap items-center gap-2">
            <span className="min-w-0 font-medium">{title}</span>
            {tags}
          </div>
          <ul className="flex flex-wrap items-center gap-x-4 text-13 text-soft">
            {facts
              .filter((fact) => fact !== false)
              .map((fact, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the facts of one row keep their places
                <li key={index} className="min-w-0">
                  {fact}
                </li>
              ))}
          </ul>
        </div>
        {actions !== undefined && <div className="flex flex-wrap gap-2">{actions}</div>}
      </div>
      {children}
    </li>
  )
}
