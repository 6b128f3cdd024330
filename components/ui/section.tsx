import { type ReactNode, useId } from 'react'

interface Props {
  title: string
  level?: 2 | 3
  children: ReactNode
}

/** A part of a card or a page under a small heading. */
export function Section({ title, level = 3, children }: Props) {
  const id = useId()
  const Heading = `h${level}` as const
  return (
    <section aria-labelledby={id} className="grid gap-2">
      <Heading id={id} className="text-13 font-medium text-soft">
        {title}
      </Heading>
      {children}
    </section>
  )
}
