import { readFileSync } from 'node:fs'
import { type Command, Option } from 'commander'
import { parse } from 'yaml'
import { InteractionError } from '@/lib/interactions/errors'
import { registerAgent } from '@/lib/services/agents'
import type { App, Ctx } from '@/lib/services/context'

/** The YAML between the first two lines of three dashes. @throws invalid_request when there is none */
export function readFrontMatter(text: string): unknown {
  const [, yaml] = text.replace(/^\ufeff/, '').match(/^---[ \t]*\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/) ?? []
  if (yaml === undefined)
    throw new InteractionError('invalid_request', 'The manifest has no front matter between `---` lines.')
  try {
    return parse(yaml)
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : ''
    throw new InteractionError('invalid_request', `The front matter is no YAML: ${reason}`)
  }
}

/** @throws invalid_request when it cannot be read */
function readManifest(file: string): unknown {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    throw new InteractionError('invalid_request', `${file}: ${isMissing ? 'there is no such file' : 'cannot be read'}.`)
  }
  return readFrontMatter(text)
}

/** `admin agent register AGENT.md`: makes an agent of its manifest and prints the key it asks with. */
export function addAgentCommand(
  admin: Command,
  withApp: (work: (app: App) => Promise<void>) => Promise<void>,
  contextOf: (app: App, mode: 'test' | 'live') => Ctx,
): void {
  admin
    .command('agent')
    .description('agents behind this inbox')
    .command('register')
    .description('register an agent by its manifest, and print the key it asks with')
    .argument('<manifest>', 'an AGENT.md whose front matter says name, description and loop.connections')
    .addOption(new Option('--mode <mode>').choices(['test', 'live']).default('test'))
    .action((manifest: string, { mode }: { mode: 'test' | 'live' }) =>
      withApp(async (app) => {
        const { secret } = await registerAgent(contextOf(app, mode), readManifest(manifest))
        console.log(secret)
      }),
    )
}
