import { expect, test } from 'vitest'
import { requirements } from '@/e2e/requirements'
import { citedIds } from './citations'
import { promises, readIds } from './promises'
import { verifiesWith } from './verifies-with'

const cited = citedIds()
const open = [...promises].filter(([, { open: why }]) => why !== undefined).map(([id]) => id)

const numbered = { R: 95, N: 20, A: 44, C: 34, K: 40, T: 16, B: 90 }

test('every numbered line of the contract is a promise here', () => {
  const wanted = Object.entries(numbered).flatMap(([letter, count]) =>
    Array.from({ length: count }, (_, index) => `${letter}${index + 1}`),
  )
  expect(wanted.filter((id) => !promises.has(id))).toEqual([])
})

test('no id is given twice, and only promises are open', () => {
  const ids = requirements.flatMap((section) => Object.keys(section.promises))
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  const strayOpen = requirements.flatMap((section) =>
    Object.keys(section.open ?? {}).filter((id) => !(id in section.promises)),
  )
  expect(strayOpen).toEqual([])
})

test('every promise that is built is cited by a test', () => {
  expect([...promises.keys()].filter((id) => !open.includes(id) && !cited.has(id))).toEqual([])
})

test('no open promise is cited: a test that proves it closes it', () => {
  expect(open.filter((id) => cited.has(id)).map((id) => `${id} in ${cited.get(id)}`)).toEqual([])
})

test('every cited id is a promise', () => {
  const unknown = [...cited].filter(([id]) => !promises.has(id)).map(([id, files]) => `${id} in ${files}`)
  expect(unknown).toEqual([])
})

test('a test with an unknown id cannot be registered', () => {
  const registered: string[] = []
  const cite = verifiesWith((title: string, _prove: () => void) => registered.push(title))
  expect(() => cite('R1 R999', 'nothing', () => {})).toThrow('R999')
  expect(() => readIds('')).toThrow('no such promise')
  cite('R1 K2', 'what it says', () => {})
  expect(registered).toEqual(['what it says [R1 K2]'])
})
