import { revealHidden } from '@/components/format/hidden-characters'
import { HiddenChip } from './hidden-chip'

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
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move
          <HiddenChip key={index} of={piece.of}>
            {piece.hidden}
          </HiddenChip>
        ),
      )}
    </bdi>
  )
}
