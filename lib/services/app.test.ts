import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ConfigError, readConfig } from '@/lib/config'
import { openConfiguredStore } from './app'

test('away from the folder of the inbox no store is made, and that is said (D11)', async () => {
  const elsewhere = mkdtempSync(path.join(tmpdir(), 'vestra-'))
  const config = readConfig({ DATA_DIR: path.join(elsewhere, 'data'), NEXTAUTH_SECRET: 'x'.repeat(32) })
  await expect(openConfiguredStore(config, elsewhere)).rejects.toThrow(ConfigError)
  expect(readdirSync(elsewhere)).toEqual([])
  rmSync(elsewhere, { recursive: true })
})
