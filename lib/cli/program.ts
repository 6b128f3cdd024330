import { Command, CommanderError } from 'commander'
import { version } from '@/package.json'
import { addAnswerCommand } from './answer'
import { addAskCommand } from './ask'
import { addCompletionCommand } from './completion'
import { addMcpCommand } from './mcp'
import { type Cli, exitCodes } from './run'
import { addWatchCommand } from './watch'

/** The command with everything that works over the API. */
export function createProgram(cli: Cli): Command {
  const program = new Command('vestra')
    .description(
      'The approval inbox for AI agents, from the command line.\n' +
        'VESTRA_BASE_URL says where it is, VESTRA_API_KEY who is asking.',
    )
    .version(version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => cli.terminal.out(text.trimEnd()),
      writeErr: (text) => cli.terminal.err(text.trimEnd()),
    })
  addAnswerCommand(program, cli)
  addAskCommand(program, cli)
  addWatchCommand(program, cli)
  addMcpCommand(program, cli)
  addCompletionCommand(program, cli)
  return program
}

/** Reads the words of the command line and runs what they say; what makes no sense is exit 2. */
export async function runProgram(program: Command, words: string[], cli: Cli): Promise<void> {
  try {
    await program.parseAsync(words, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    cli.exit(error.exitCode === 0 ? exitCodes.done : exitCodes.usage)
  }
}
