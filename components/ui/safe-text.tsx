import { revealHidden } from '@/components/format/hidden-characters'

/** Text that somebody else wrote: plain, isolated from its surroundings, with hidden characters made visible. */
export function SafeText({ children, className }: { children: string; className?: string }) {
  return (
    <bdi className={className}>
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
