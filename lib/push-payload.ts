/** What a web push holds: the server encrypts it, the service worker shows it. */
export type PushPayload =
  | {
      kind: 'show'
      tag: string
      title: string
      body: string
      url: string
      item_ids: string[]
      /** The button that opens the item. */
      open?: string
      /** The button that opens the item where a no is said; absent where money moves. */
      deny?: string
      /** How much waits for the person. */
      badge: number
    }
  | { kind: 'retract'; item_ids: string[]; handled: string; badge: number }
