/** An option of the question that has the focus, else of the first one that is not answered. */
export function pickOption(number: string): boolean {
  const questions = [...document.querySelectorAll<HTMLElement>('[data-question]')]
  const current =
    questions.find((question) => question.contains(document.activeElement)) ??
    questions.find((question) => question.querySelector(':checked') === null) ??
    questions[0]
  const option = current?.querySelector<HTMLElement>(`[data-option="${number}"]`)
  option?.click()
  option?.focus()
  return option !== undefined && option !== null
}

/** Goes to what the page marks with a key. Only what opens something is pressed: what would answer waits for a press of its own. */
export function press(key: string): boolean {
  const target = document.querySelector<HTMLElement>(`[data-shortcut="${CSS.escape(key)}"]`)
  if (!target) return false
  target.focus()
  if (target.hasAttribute('aria-expanded') || target.hasAttribute('aria-haspopup')) target.click()
  return true
}
