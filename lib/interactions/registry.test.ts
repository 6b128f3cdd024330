import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { verifies } from '@/lib/testing/verifies'
import { readAsk } from './ask'
import { InteractionError } from './errors'
import { forms, kindNames, kindSpec, kinds } from './kinds'
import { types } from './kinds/define'
import { typeSpec } from './types'

const nowMs = Date.UTC(2030, 0, 1)

describe('the registry of kinds', () => {
  for (const { kind, type, form } of forms) {
    verifies('K6 R32 R33 R34', `${kind} as ${type}: its example is read as what it is`, () => {
      const draft = readAsk(form.example, nowMs)
      expect(draft).toMatchObject({ kind, type, summary: form.example.summary })
      expect(types).toContain(type)
    })
  }

  test('each file of a kind and of a type is in the one list, and nothing else is', () => {
    const names = (folder: string, but: string[]) =>
      readdirSync(path.join(import.meta.dirname, folder))
        .map((name) => name.replace(/\.ts$/, '').replaceAll('-', '_'))
        .filter((name) => !but.includes(name))
        .sort()
    const shared = ['index', 'define', 'approval_fields', 'handoff_form']
    expect(names('kinds', shared)).toEqual(Object.keys(kinds).sort())
    expect(names('types', shared)).toEqual([...types].sort())
  })

  test('each kind has a form, and its default type is one of them', () => {
    for (const kind of kindNames) {
      const { forms: ofKind, defaultType } = kindSpec(kind)
      expect(Object.keys(ofKind).length).toBeGreaterThan(0)
      if (defaultType) expect(ofKind).toHaveProperty(defaultType)
    }
  })

  test('each type has a form of some kind, and its row', () => {
    for (const type of types) {
      expect(forms.some((each) => each.type === type)).toBe(true)
      expect(['int', 'call']).toContain(typeSpec(type).idPrefix)
    }
  })

  verifies('R28', 'only a tool call has the id prefix call', () => {
    expect(types.filter((type) => typeSpec(type).idPrefix === 'call')).toEqual(['tool_call'])
  })

  verifies('K3 B9', 'a kind or type that does not exist, or does not go together, is refused', () => {
    const code = (ask: Record<string, unknown>) => {
      try {
        readAsk({ summary: 's', ...ask }, nowMs)
        return 'accepted'
      } catch (error) {
        return error instanceof InteractionError ? `${error.code} ${error.param}` : String(error)
      }
    }
    for (const kind of ['approval', 'toString', '__proto__', '', null, 7]) {
      expect(code({ kind })).toBe('invalid_request kind')
    }
    for (const type of ['plan', 'constructor', '', 7])
      expect(code({ kind: 'custom', type })).toBe('invalid_request type')
    for (const kind of kindNames) {
      const ofKind = Object.keys(kindSpec(kind).forms)
      for (const type of types.filter((each) => !ofKind.includes(each))) {
        expect([kind, type, code({ kind, type })]).toEqual([kind, type, 'invalid_request type'])
      }
    }
  })

  verifies('K4', 'deadlines count from the clock that is handed in', () => {
    const expiry = (ask: Record<string, unknown>) => readAsk(ask, nowMs).expiresAtMs
    const [approval] = forms.filter(({ kind }) => kind === 'exit_plan')
    const example = approval?.form.example ?? {}
    expect(expiry(example)).toBe(nowMs + 86_400_000)
    expect(expiry({ ...example, expires_in: 10 })).toBe(nowMs + 10_000)
    expect(expiry({ ...example, expires_at: '2030-01-01T00:00:00.001Z' })).toBe(nowMs + 1)
    expect(() => expiry({ ...example, expires_at: '2030-01-01T00:00:00.000Z' })).toThrow('in the future')
  })
})

/** What varies by kind or type belongs into its row of the table; an adapter says it in a map that must be whole. */
describe('kinds and types are told apart in their own files alone', () => {
  const ours = [
    'lib/interactions/kinds/',
    'lib/interactions/types/',
    'lib/sdk/adapters/',
    'lib/store/generated/',
    'lib/testing/',
  ]
  const sources = ['app', 'components', 'lib'].flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .map((name) => path.join(root, name))
      .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
      .filter((file) => !ours.some((folder) => file.startsWith(folder))),
  )
  const ladder = (field: string, names: readonly string[]) => {
    const name = `['"](?:${names.join('|')})['"]`
    return [
      new RegExp(`\\b${field}\\)?\\s*[!=]==?\\s*${name}`),
      new RegExp(`${name}\\s*[!=]==?\\s*[\\w.?]*\\b${field}\\b`),
      new RegExp(`\\bcase\\s+${name}`),
    ]
  }
  const ladders = [...ladder('kind', kindNames), ...ladder('type', types)]

  test('no other source compares a kind or type with a name', () => {
    const found = sources.flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .flatMap((line, index) =>
          ladders.some((each) => each.test(line)) ? [`${file}:${index + 1} ${line.trim()}`] : [],
        ),
    )
    expect(sources.length).toBeGreaterThan(50)
    expect(found).toEqual([])
  })
})
