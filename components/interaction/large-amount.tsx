/** From here on an amount would not fit in one line of a phone. */
const longAmount = 16

/** An amount on a line of its own, as large as anything here gets. */
export function LargeAmount({ children }: { children: string }) {
  return (
    <bdi
      dir="ltr"
      className={`block w-fit font-semibold tracking-tight ${children.length > longAmount ? 'text-24' : 'text-34'}`}
    >
      {children}
    </bdi>
  )
}
