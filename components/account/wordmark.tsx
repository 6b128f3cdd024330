/** A ledger line with one entry ticked: the product's mark and its name. */
export function Wordmark() {
  return (
    <span className="inline-flex items-center gap-2 text-15 font-semibold tracking-tight">
      <svg
        aria-hidden
        viewBox="0 0 20 20"
        className="size-5 text-accent"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.75"
      >
        <title>Vestra Inbox</title>
        <path d="M2.5 4.5h9M2.5 10h5M2.5 15.5h3" strokeLinecap="round" />
        <path d="m9 12.5 3 3 5.5-8" strokeLinecap="round" strokeLinejoin="round" />
      </svg>
      <span>
        Vestra <span className="font-normal text-soft">Inbox</span>
      </span>
    </span>
  )
}
