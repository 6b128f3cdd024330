import { useId } from 'react'

interface Props {
  name: string
  label: string
  hint?: string
  isChosen?: boolean
}

export function Choice({ name, label, hint, isChosen = false }: Props) {
  const id = useId()
  return (
    <div>
      <label className="flex min-h-11 items-center gap-3 text-15">
        <input
          type="checkbox"
          name={name}
          defaultChecked={isChosen}
          aria-describedby={hint === undefined ? undefined : id}
          className="size-5 shrink-0 accent-accent"
        />
        {label}
      </label>
      {hint !== undefined && (
        <p id={id} className="ps-8 text-13 text-soft">
          {hint}
        </p>
      )}
    </div>
  )
}
