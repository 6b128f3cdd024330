import { type ActName, actKeys } from './acts'

/** The keys of an act as they stand on a keyboard. */
export function KeyCaps({ act }: { act: ActName }) {
  return (
    <span className="flex shrink-0 gap-1">
      {actKeys[act].map((key) => (
        <kbd key={key} className="rounded-small border border-edge px-1.5 font-mono text-13">
          {key}
        </kbd>
      ))}
    </span>
  )
}
