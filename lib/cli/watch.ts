import type { Command } from 'commander'
import { type Cli, run } from './run'
import { toLine } from './show'

const clearScreen = '\u001b[2J\u001b[H'

/** `vestra watch`: what waits, as it changes; one line for each event where the output is no terminal. */
export function addWatchCommand(program: Command, cli: Cli): void {
  program
    .command('watch')
    .description('show what waits, live, until Ctrl-C')
    .option('--user-id <id>', "only this user's")
    .option('--json', 'one JSON object a line for each event')
    .action(({ userId, json }: { userId?: string; json?: true }) => run(cli, () => watch(cli, userId, json === true)))
}

async function watch(cli: Cli, userId: string | undefined, isJson: boolean): Promise<void> {
  const { vestra, terminal } = cli
  const { signal } = terminal
  const isScreen = terminal.isInteractive && !isJson
  let drawn = Promise.resolve()

  async function draw() {
    const lines: string[] = []
    for await (const item of vestra.answer.list({ user_id: userId, limit: 100 }, { signal })) lines.push(toLine(item))
    const text = lines.length === 0 ? 'Nothing waits.' : lines.join('\n')
    terminal.out(isScreen ? `${clearScreen}${text}` : text)
  }
  const redraw = () => {
    drawn = drawn.then(draw)
    return drawn
  }
  // What began to wait before the stream was connected is in no event.
  const onOpen = isJson ? undefined : () => void redraw().catch(() => {})

  for await (const event of vestra.events({ signal, onOpen })) {
    const isTheirs = event.type === 'reset' || userId === undefined || event.data.user_id === userId
    if (isScreen) await redraw()
    else if (!isTheirs) continue
    else if (isJson) terminal.out(JSON.stringify(event))
    else if (event.type === 'reset') await redraw()
    else terminal.out(`${event.type.replace('interaction.', '').padEnd(9)}  ${toLine(event.data)}`)
  }
}
