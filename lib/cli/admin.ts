import { type Command, Option } from 'commander'
import { ConfigError, readConfig } from '@/lib/config'
import { InteractionError } from '@/lib/interactions/errors'
import { openApp } from '@/lib/services/app'
import { type App, systemContext } from '@/lib/services/context'
import { endUser } from '@/lib/services/end-user'
import { createKey } from '@/lib/services/keys'
import { makeSignInLink, savePerson } from '@/lib/services/people'
import { TransferError } from '@/lib/services/transfer'
import { addAgentCommand } from './admin-agent'
import { addTransferCommands } from './admin-transfer'

const exitCodes = { refused: 1, usage: 2 }

async function attempt(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    const isTheirs = error instanceof ConfigError || error instanceof InteractionError
    console.error(isTheirs || error instanceof TransferError ? error.message : error)
    process.exitCode = isTheirs ? exitCodes.usage : exitCodes.refused
  }
}

/** Opens the store beside a running server, does one thing and closes it again (D11). */
export function withApp(work: (app: App) => Promise<void>): Promise<void> {
  return attempt(async () => {
    const app = await openApp(readConfig(), new AbortController().signal)
    try {
      await work(app)
    } finally {
      await app.store.close()
    }
  })
}

export function operatorContext(app: App, mode: 'test' | 'live' = 'live') {
  return { ...systemContext(app, mode), channel: 'cli' as const }
}

function collect(value: string, before: string[]): string[] {
  return [...before, value]
}

/** Operator commands: they work on the store itself, on the server's machine. */
export function addAdminCommands(program: Command): void {
  const admin = program.command('admin').description("operate the inbox, on the server's own machine")

  admin
    .command('key')
    .description('make an API key and print its secret')
    .requiredOption('--name <name>', 'what it is for')
    .addOption(new Option('--scope <scope>').choices(['ask', 'runtime', 'all']).makeOptionMandatory())
    .addOption(new Option('--mode <mode>').choices(['test', 'live']).default('test'))
    .option('--agent <name>', 'the agent name that people see')
    .action((options) =>
      withApp(async (app) => {
        const { name, scope, mode, agent = null } = options
        const { secret } = await createKey(operatorContext(app, mode), { name, scope, mode, agent, expiresAtMs: null })
        console.log(secret)
      }),
    )

  addAgentCommand(admin, withApp, operatorContext)
  addTransferCommands(admin, withApp, attempt)

  admin
    .command('person')
    .description('add a person, or extend one, and print a one-time sign-in link')
    .requiredOption('--email <email>')
    .option('--name <name>')
    .addOption(new Option('--role <role>').choices(['user', 'admin']).default('user'))
    .option('--user-id <id>', 'a user whose items this person answers; may be repeated', collect, [])
    .action((options) =>
      withApp(async (app) => {
        const { email, name, role, userId } = options
        const id = await savePerson(operatorContext(app), { email, name, role, userIds: userId })
        console.log(await makeSignInLink(app, id))
      }),
    )

  admin
    .command('end-user')
    .description('withdraw what waits for a user who is gone, and end their tokens, apps and links to people')
    .argument('<user-id>', "the integrator's id of the user")
    .action((userId: string) =>
      withApp(async (app) => {
        const withdrawn = await endUser(operatorContext(app), userId)
        console.log(`Ended. ${withdrawn} withdrawn.`)
      }),
    )

  admin
    .command('audit')
    .description('look after the record of decisions')
    .command('verify')
    .description('check that no row was changed, removed or added, and that each item is what its record says')
    .action(() =>
      withApp(async (app) => {
        const { rows, fault } = await app.store.verifyAudit()
        if (fault) {
          console.error(`Broken: row ${fault.seq} of ${fault.chain} ${fault.fault}.`)
          process.exitCode = exitCodes.refused
        } else {
          console.log(`${rows} rows, all in order.`)
        }
      }),
    )
}
