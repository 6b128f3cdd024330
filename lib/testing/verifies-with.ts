import { readIds } from './promises'

/**
 * Makes `verifies(ids, name, prove)` from what registers a test; in Playwright `verifiesWith(test)`, with its fixtures.
 * An unknown id throws when the test is registered.
 */
export function verifiesWith<Prove>(
  register: (title: string, prove: Prove) => unknown,
): (ids: string, name: string, prove: Prove) => void {
  return (ids, name, prove) => void register(`${name} [${readIds(ids).join(' ')}]`, prove)
}
