import { revealHidden } from '@/components/format/hidden-characters'

interface Props {
  children: string
  className?: string
  /** `ltr` for what reads so in any language: ids, names of tools. */
  dir?: 'ltr'
}

/** Text that somebody else wrote: plain, isolated from its surroundings, with hidden characters made visible. */
export function SafeText({ children, className, dir }: Props) {
  return (
    <bdi className={className} dir={dir}>
      {revealHidden(children).map((piece, index) =>
        'text' in piece ? (
          piece.text
        ) : (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move
            key={index}
            title={piece.name}
            className="mx-0.5 inline-block rounded-small border border-edge bg-sunken px-1 font-mono text-12 leading-4 text-ink"
          >
            {piece.hidden}
          </span>
        ),
      )}
    </bdi>
  )
}
