/** Keeps the language that a person chose at this browser. */
export const localeCookie = 'vestra-language'
