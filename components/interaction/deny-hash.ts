/** At the end of an item's address: the page opens where a no is said. */
export const denyHash = '#deny'
