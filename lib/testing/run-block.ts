import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

export interface Block {
  /** The heading above it. */
  title: string
  language: string
  code: string
}

/** The code blocks of a page, in their order. */
export function blocksOf(file: string): Block[] {
  const blocks: Block[] = []
  let title = ''
  for (const [, heading, language, code] of readFileSync(file, 'utf8').matchAll(
    /^#+ (.+)$|^```(\w+)\n([\s\S]*?)^```$/gm,
  )) {
    if (heading !== undefined) title = heading
    else if (language !== undefined && code !== undefined) blocks.push({ title, language, code })
  }
  return blocks
}

const root = process.cwd()

export interface Ran {
  code: number | null
  out: string
  err: string
}

/** Runs a program in the folder of this clone, to its end. */
export function runProgram(command: string, args: string[], env: Record<string, string>, cwd = root): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd, env: { ...process.env, ...env } })
    const [out, err]: [string[], string[]] = [[], []]
    child.stdout.on('data', (chunk) => out.push(String(chunk)))
    child.stderr.on('data', (chunk) => err.push(String(chunk)))
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, out: out.join(''), err: err.join('') }))
    child.stdin.end()
  })
}

/** Runs a block as its reader would: the shell has `vestra`, TypeScript and Python have their client. */
export async function runBlock(
  { language, code }: Pick<Block, 'language' | 'code'>,
  server: { url: string; secret: string },
): Promise<Ran> {
  const dir = await mkdtemp(path.join(tmpdir(), 'vestra-block-'))
  const tsx = [process.execPath, '--import', path.join(root, 'node_modules/tsx/dist/esm/index.mjs')]
  try {
    const command = path.join(dir, 'vestra')
    await writeFile(
      command,
      `#!/bin/sh\nTSX_TSCONFIG_PATH="${root}/tsconfig.json" exec ${tsx.join(' ')} ${root}/lib/cli/client.ts "$@"\n`,
    )
    await chmod(command, 0o755)
    const env = {
      VESTRA_BASE_URL: server.url,
      VESTRA_API_KEY: server.secret,
      PATH: `${dir}:${process.env.PATH}`,
      PYTHONPATH: path.join(root, 'clients/python'),
      PYTHONDONTWRITEBYTECODE: '1',
      TSX_TSCONFIG_PATH: path.join(root, 'tsconfig.json'),
    }
    switch (language) {
      case 'bash':
        return await runProgram('bash', ['-euo', 'pipefail', '-c', code], env)
      case 'python':
        return await runProgram('python3', ['-c', withPython(code)], env)
      case 'ts': {
        const file = path.join(dir, 'block.mts')
        await writeFile(file, withTypeScript(code))
        const [node = '', ...args] = tsx
        return await runProgram(node, [...args, file], env)
      }
      default:
        throw new Error(`no way to run ${language}`)
    }
  } finally {
    await rm(dir, { recursive: true })
  }
}

/** A block that does not make its own client finds one. */
function withPython(code: string): string {
  return code.includes('import ') ? code : `from vestra import Vestra\nvestra = Vestra()\n${code}`
}

function withTypeScript(code: string): string {
  const sdk = `file://${root}/lib/sdk/index.ts`
  const whole = code.includes('new Vestra')
    ? code
    : `import { Vestra } from 'vestra-inbox'\nconst vestra = new Vestra()\n${code}`
  return whole
    .replaceAll("'vestra-inbox'", `'${sdk}'`)
    .replaceAll(/'vestra-inbox\/([\w-]+)'/g, (_, name: string) => `'file://${root}/lib/sdk/adapters/${name}.ts'`)
}
