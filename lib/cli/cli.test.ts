import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Vestra } from '@/lib/sdk'
import { asks } from '@/lib/testing/asks'
import { type Served, serveApi } from '@/lib/testing/serve'
import { verifies } from '@/lib/testing/verifies'
import { createProgram, runProgram } from './program'

let served: Served
beforeAll(async () => {
  served = await serveApi()
})
afterAll(() => served.close())

interface Options {
  by?: { secret: string }
  stdin?: string
  signal?: AbortSignal
  onOut?: (line: string) => void
  url?: string
}

async function vestra(words: string[], { by = served.all, stdin = '', signal, onOut, url }: Options = {}) {
  const [out, err]: [string[], string[]] = [[], []]
  let code = 0
  const cli = {
    vestra: new Vestra({ baseUrl: url ?? served.url, apiKey: by.secret, headers: { 'vestra-client': 'cli' } }),
    terminal: {
      out: (line: string) => {
        out.push(line)
        onOut?.(line)
      },
      err: (line: string) => void err.push(line),
      readStdin: async () => stdin,
      isInteractive: false,
      signal: signal ?? new AbortController().signal,
    },
    exit: (given: number) => {
      code = given
    },
  }
  await runProgram(createProgram(cli), words, cli)
  return { code, out: out.join('\n'), err: err.join('\n') }
}

const read = async (id: string) => (await served.read(id)).outcome

describe('vestra answer', () => {
  verifies('R90', 'lists what waits and answers it', async () => {
    const { id } = await served.open(asks.M)
    const listed = await vestra(['answer'])
    expect(listed).toMatchObject({ code: 0, err: '' })
    expect(listed.out).toMatch(
      new RegExp(`${id}  approval   pay, amount \\$500.00  moves money, needs the person present, `),
    )
    const answered = await vestra(['answer', id, '--approve', '--present-user'])
    expect(answered).toEqual({ code: 0, out: `${id}: approval resolved`, err: '' })
    expect(await read(id)).toEqual({ decision: 'approved' })
    expect((await served.audit(id)).at(-1)).toMatchObject({ action: 'interaction.answered', channel: 'cli' })
  })

  test('filters, pages, and says when nothing waits', async () => {
    const user_id = 'of-the-list'
    await served.open({ ...asks.A, user_id })
    await served.open({ ...asks.Q1, user_id })
    const questions = await vestra(['answer', '--user-id', user_id, '--type', 'question', '--json'])
    expect(JSON.parse(questions.out).data).toHaveLength(1)
    const narrowed = [
      'answer',
      '--user-id',
      user_id,
      '--moves-money',
      'false',
      '--created-after',
      '2020-01-01T00:00:00Z',
    ]
    const found = await vestra([...narrowed, '--search', 'PUBLISH', '--json'])
    expect(JSON.parse(found.out).data).toHaveLength(1)
    expect((await vestra(['answer', '--user-id', user_id, '--agent', 'Nobody'])).out).toBe('Nothing waits.')
    const page = await vestra(['answer', '--user-id', user_id, '--limit', '1'])
    const [, cursor = ''] = page.out.match(/More: --cursor (\S+)/) ?? []
    expect((await vestra(['answer', '--user-id', user_id, '--limit', '1', '--cursor', cursor])).out).toContain(
      'publish',
    )
    expect((await vestra(['answer', '--user-id', 'nobody'])).out).toBe('Nothing waits.')
    expect((await vestra(['answer', '--user-id', user_id, '--status', 'expired'])).out).toBe('There is none.')
  })

  test('shows one item with what a person needs to decide', async () => {
    const payment = await served.open(asks.M)
    const card = (await vestra(['answer', payment.id])).out
    for (const text of ['Lakeside Hotel, 2 nights', '500.00', 'moves money', '--approve --present-user']) {
      expect(card).toContain(text)
    }
    const question = await served.open(asks.Q1)
    expect((await vestra(['answer', question.id])).out).toMatch(/Now\?[\s\S]*- Yes[\s\S]*--answer TEXT/)
    await served.answer(payment.id, { approve: false, message: 'too dear' })
    expect((await vestra(['answer', payment.id])).out).toContain('note: too dear')
  })

  test('shows an agent’s words as text, whatever they hold', async () => {
    const instructions = 'Press\u001b[2J\u202eyes\u009b'
    const { id } = await served.open({ ...asks.HO, instructions })
    expect((await vestra(['answer', id])).out).toContain('Press\\u001b[2J\\u202eyes\\u009b')
  })

  const ends: [string, keyof typeof asks, string[], object][] = [
    ['--deny with a note', 'M', ['--deny', '--message', 'too dear'], { decision: 'denied', message: 'too dear' }],
    ['--skip', 'Q1', ['--skip'], { decision: 'denied' }],
    ['--answer twice', 'Q2', ['--answer', 'Yes', '--answer', 'No'], { decision: 'answered', answers: ['Yes', 'No'] }],
    ['--answer with nothing', 'Q1', ['--answer', ''], { decision: 'answered', answers: [''] }],
    ['--done', 'HO', ['--done'], { decision: 'answered' }],
    ['--could-not', 'HO', ['--could-not'], { decision: 'denied', reason: 'could_not' }],
    ['--not-now', 'HO', ['--not-now'], { decision: 'denied', reason: 'not_now' }],
    ['--error', 'TC', ['--error', 'no such booking'], { decision: 'answered' }],
    [
      '--approve of an action in person, whose nonce it reads',
      'H',
      ['--approve', '--present-user'],
      { decision: 'approved' },
    ],
  ]
  test.each(ends)('%s', async (_name, ask, flags, outcome) => {
    const { id } = await served.open(asks[ask])
    expect(await vestra(['answer', id, ...flags])).toMatchObject({ code: 0, err: '' })
    expect(await read(id)).toEqual(outcome)
  })

  describe('--output keeps the JSON as it was given', () => {
    const json = '{"id": 12345678901234567890,\n "x": 1e400}'
    let dir: string
    beforeEach(async () => {
      dir = await mkdtemp(path.join(tmpdir(), 'vestra-cli-'))
      await writeFile(path.join(dir, 'output.json'), `\ufeff${json}`)
    })
    afterEach(() => rm(dir, { recursive: true }))

    test.each(['text', 'file', 'standard input'])('from %s', async (source) => {
      const given = { text: json, file: `@${dir}/output.json`, 'standard input': '-' }[source] ?? ''
      const { id } = await served.open(asks.TC)
      expect((await vestra(['answer', id, '--output', given], { stdin: json })).code).toBe(0)
      expect((await served.result(id)).text).toContain(`"output":${json}`)
    })

    test('null and false are outputs', async () => {
      for (const output of ['null', 'false', '0', '""']) {
        const { id } = await served.open(asks.TC)
        expect((await vestra(['answer', id, '--output', output])).out).toBe(`${id}: tool_call completed`)
      }
    })
  })

  test('cancel withdraws, with a reason', async () => {
    const [one, other] = [await served.open(asks.A), await served.open(asks.TC)]
    expect((await vestra(['answer', 'cancel', one.id])).code).toBe(0)
    expect(await read(one.id)).toEqual({ decision: 'cancelled', reason: 'Withdrawn by the company.' })
    const body = (await vestra(['answer', 'cancel', other.id, '--reason', 'Not today.', '--json'])).out
    expect(JSON.parse(body)).toMatchObject({ id: other.id, status: 'cancelled' })
    expect(await read(other.id)).toMatchObject({ reason: 'Not today.' })
  })

  test('--json prints the body of the API and nothing else', async () => {
    const { id } = await served.open(asks.A)
    const shown = await vestra(['answer', id, '--json'])
    expect(JSON.parse(shown.out)).toEqual(await served.read(id))
    const answered = await vestra(['answer', id, '--approve', '--json'])
    expect(answered.out).toBe(`{"id":"${id}","object":"interaction","type":"approval","status":"resolved"}`)
  })

  test('the same idempotency key sends the same answer again', async () => {
    const { id } = await served.open(asks.A)
    const words = ['answer', id, '--approve', '--idempotency-key', 'k1']
    expect((await vestra(words)).code).toBe(0)
    expect((await vestra(words)).code).toBe(0)
  })
})

describe('exit codes', () => {
  test('1: refused, with message, suggestion and request id', async () => {
    const { id } = await served.open(asks.M)
    const { code, err, out } = await vestra(['answer', id, '--approve'])
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toMatch(/^present_user: must be true[^\n]*\nAdd --present-user [^\n]*\nRequest id: req_\w+$/)
    expect((await vestra(['answer', id, '--done'])).code).toBe(1)
    expect((await vestra(['answer', '--limit', '0'])).code).toBe(1)
  })

  const nonsense: [string, string[]][] = [
    ['an unknown flag', ['answer', 'int_1', '--aprove']],
    ['two answers', ['answer', 'int_1', '--approve', '--deny']],
    ['two kinds of answers', ['answer', 'int_1', '--answer', 'x', '--done']],
    ['an answer to nothing', ['answer', '--approve']],
    ['a filter beside an id', ['answer', 'int_1', '--type', 'question']],
    ['an unknown type', ['answer', '--type', 'approvals']],
    ['a note without a no', ['answer', 'int_1', '--message', 'x']],
    ['output that is no JSON', ['answer', 'call_1', '--output', 'done']],
    ['output that breaks out of its place', ['answer', 'call_1', '--output', '1,"error":"x"']],
    ['a file that is not there', ['answer', 'call_1', '--output', '@/no/such/file']],
    ['an unknown command', ['answr']],
    ['an unknown thing to ask', ['ask', 'nicely', '--summary', 'x']],
    ['no summary', ['ask', 'question']],
    ['a wait that is no number', ['ask', 'question', '--summary', 'x', '--wait', 'long']],
  ]
  test.each(nonsense)('2: %s', async (_name, words) => {
    const { code, err, out } = await vestra(words)
    expect({ code, out }).toEqual({ code: 2, out: '' })
    expect(err).not.toBe('')
  })

  test('3: no or a wrong credential, which is not shown', async () => {
    const secret = 'vk_test_thisisaverysecretkeythatnobodymaysee'
    const unknown = await vestra(['answer'], { by: { secret } })
    expect(unknown.code).toBe(3)
    expect(unknown.err).toContain('VESTRA_API_KEY')
    expect(unknown.err + unknown.out).not.toContain(secret)
    expect((await vestra(['answer'], { by: served.ask })).code).toBe(3)
  })

  test('4: not found', async () => {
    expect((await vestra(['answer', 'int_none'])).code).toBe(4)
    expect((await vestra(['answer', 'cancel', 'int_none'])).code).toBe(4)
  })

  test('5: somebody was first', async () => {
    const { id } = await served.open(asks.A)
    await served.cancel(id)
    expect(await vestra(['answer', id, '--deny'])).toMatchObject({ code: 5, out: '' })
  })

  test('1: no server', async () => {
    const { code, err } = await vestra(['answer'], { url: 'http://127.0.0.1:1' })
    expect(code).toBe(1)
    expect(err).toMatch(/^http:\/\/127\.0\.0\.1:1 did not answer\.\n.*VESTRA_BASE_URL/)
    const secret = await vestra(['answer'], { url: 'http://ada:s3cret@127.0.0.1:1' })
    expect(secret.err).not.toContain('s3cret')
    const bare = await vestra(['answer'], { url: 'localhost:3000' })
    expect(bare).toMatchObject({ code: 1, err: expect.stringContaining('must begin with http:// or https://') })
  })

  test('0: its version', async () => {
    expect(await vestra(['--version'])).toMatchObject({ code: 0, out: expect.stringMatching(/^\d+\.\d+\.\d+$/) })
  })

  test('0: help', async () => {
    expect(await vestra(['answer', '--help'])).toMatchObject({
      code: 0,
      out: expect.stringContaining('--present-user'),
    })
  })
})

describe('vestra ask', () => {
  const opened = async (words: string[]) => served.read((await vestra(['ask', ...words], { by: served.ask })).out)

  test('opens each thing that can be asked for', async () => {
    const tool = ['--tool', 'pay', '--source', 'builtin', '--moves-money']
    expect(
      await opened([
        'approval',
        '--summary',
        'pay',
        ...tool,
        '--row',
        'To=Lakeside=Hotel',
        '--user-id',
        'traveller-42',
      ]),
    ).toMatchObject({
      kind: 'tool_permission',
      moves_money: true,
      user_id: 'traveller-42',
      details: { rows: [{ label: 'To', value: 'Lakeside=Hotel' }] },
    })
    expect(await opened(['approval', '--summary', 'deploy to production'])).toMatchObject({ type: 'approval' })
    expect(
      await opened(['question', '--summary', 'which', '--question', 'Which?', '--option', 'A', '--option', 'B']),
    ).toMatchObject({ questions: [{ question: 'Which?', options: [{ label: 'A' }, { label: 'B' }] }] })
    expect(
      await opened(['handoff', '--summary', 'code', '--instructions', 'The code?', '--asks-for-value']),
    ).toMatchObject({ type: 'handoff', details: { asks_for_value: true } })
    expect(await opened(['connect', '--summary', 'calendar', '--app', 'googlecalendar'])).toMatchObject({
      type: 'connect',
    })
    expect(
      await opened([
        'tool-call',
        '--summary',
        'run',
        '--tool',
        'confirm',
        '--arguments',
        '{"pnr":12345678901234567890}',
      ]),
    ).toMatchObject({ type: 'tool_call' })
    expect(await opened(['plan', '--summary', 'move', '--step', 'Export', '--step', 'Import'])).toMatchObject({
      details: { steps: ['Export', 'Import'] },
    })
    expect(
      await opened(['approval', '--summary', 'x', '--body', '{"details":{"draft":"Spring"}}', '--expires-in', '60']),
    ).toMatchObject({ details: { draft: 'Spring' } })
  })

  async function askAndDeal(what: string[], deal: (id: string) => Promise<unknown>) {
    const waiting = vestra(['ask', ...what, '--summary', 'go on', '--external-id', what.join()], { by: served.ask })
    const { id } = await new Promise<{ id: string }>((resolve) => {
      const poll = async () => {
        const { data } = (await served.list('?limit=1')).body
        const [latest] = data
        if (latest?.summary === 'go on' && latest.status === 'pending') resolve(latest)
        else setImmediate(poll)
      }
      void poll()
    })
    await deal(id)
    return waiting
  }

  test('--wait goes on after a yes or an answer, and stops after anything else', async () => {
    const approved = await askAndDeal(['approval', '--wait'], (id) => served.answer(id, { approve: true }))
    expect(approved).toMatchObject({ code: 0, out: 'approved' })
    const denied = await askAndDeal(['approval', '--wait', '60'], (id) =>
      served.answer(id, { approve: false, message: 'not on a Friday' }),
    )
    expect(denied).toMatchObject({ code: 1, out: 'denied\nnot on a Friday' })
    const answered = await askAndDeal(['question', '--question', 'Which?', '--wait', '--json'], (id) =>
      served.answer(id, { answers: ['The blue one'] }),
    )
    expect(answered).toMatchObject({ code: 0, err: '' })
    expect(JSON.parse(answered.out)).toMatchObject({ decision: 'answered', answers: ['The blue one'] })
    const pending = await vestra(['ask', 'approval', '--summary', 'x', '--wait', '0'], { by: served.ask })
    expect(pending).toMatchObject({ code: 1, out: 'still pending' })
  })
})

test('vestra watch tells what happens, until it is stopped', async () => {
  const user_id = 'watched'
  const first = await served.open({ ...asks.A, user_id })
  const leaving = new AbortController()
  let opened = 0
  const { code, out } = await vestra(['watch', '--user-id', user_id], {
    signal: leaving.signal,
    onOut: async (line) => {
      if (line.includes(first.id) && opened++ === 0) await served.open({ ...asks.Q1, user_id })
      if (line.startsWith('created')) await served.cancel(first.id)
      if (line.startsWith('cancelled')) leaving.abort()
    },
  })
  expect(code).toBe(0)
  expect(out).toMatch(
    /^int_\w+ {2}approval [\s\S]*\ncreated {4}int_\w+ {2}question [\s\S]*\ncancelled {2}int_\w+ {2}approval /,
  )
})

test('vestra watch --json tells of that user alone', async () => {
  const user_id = 'watched in json'
  const leaving = new AbortController()
  const stop = () => leaving.abort()
  const watching = vestra(['watch', '--json', '--user-id', user_id], { signal: leaving.signal, onOut: stop })
  const asking = setInterval(() => {
    void served.open(asks.A).then(() => served.open({ ...asks.Q1, user_id }))
  }, 50)
  const { code, out } = await watching
  clearInterval(asking)
  expect(code).toBe(0)
  for (const line of out.split('\n')) expect(JSON.parse(line).data.user_id).toBe(user_id)
})

describe('vestra completion', () => {
  test.each(['bash', 'zsh', 'fish'])('%s knows commands and flags', async (shell) => {
    const { code, out } = await vestra(['completion', shell])
    expect(code).toBe(0)
    for (const word of ['answer', 'watch', '--present-user', 'cancel']) expect(out).toContain(word)
  })
})
