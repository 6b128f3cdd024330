import { test } from 'vitest'
import { verifiesWith } from './verifies-with'

type Prove = () => unknown

/**
 * A test that proves promises.
 * @param ids of `e2e/requirements.ts`, written out and apart by spaces: the gate reads them from the source
 */
export const verifies = verifiesWith((title: string, prove: Prove) => test(title, async () => void (await prove())))
