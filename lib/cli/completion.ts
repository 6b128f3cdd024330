import { Argument, type Command } from 'commander'
import type { Cli } from './run'

const shells = ['bash', 'zsh', 'fish']

/** `vestra completion`: a script for the shell, made from the commands themselves. */
export function addCompletionCommand(program: Command, cli: Cli): void {
  program
    .command('completion')
    .description('print a completion script, as in: source <(vestra completion bash)')
    .addArgument(new Argument('<shell>').choices(shells))
    .action((shell: string) => cli.terminal.out(shell === 'fish' ? fishScript(program) : bashScript(program, shell)))
}

interface Place {
  /** The words before: `answer cancel`. */
  path: string
  words: string[]
}

/** What may come after each command. */
function placesOf(command: Command, path: string[] = []): Place[] {
  const own = [
    ...command.commands.map((each) => each.name()),
    ...command.options.flatMap((option) => option.long ?? []),
    ...command.registeredArguments.flatMap((argument) => argument.argChoices ?? []),
  ]
  return [
    { path: path.join(' '), words: own },
    ...command.commands.flatMap((each) => placesOf(each, [...path, each.name()])),
  ]
}

function bashScript(program: Command, shell: string): string {
  const cases = placesOf(program).map(({ path, words }) => `    "${path}") words="${words.join(' ')}" ;;`)
  return [
    ...(shell === 'zsh' ? ['autoload -U +X bashcompinit && bashcompinit'] : []),
    '_vestra() {',
    '  local path="" words="" word',
    `  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do`,
    '    [[ "$word" =~ ^[a-z][a-z-]*$ ]] || break',
    `    path="\${path:+$path }$word"`,
    '  done',
    '  case "$path" in',
    ...cases,
    '  esac',
    `  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))`,
    '}',
    'complete -o default -F _vestra vestra',
  ].join('\n')
}

function fishScript(program: Command): string {
  return placesOf(program)
    .map(({ path, words }) => {
      const seen = path === '' ? '__fish_use_subcommand' : `__fish_seen_subcommand_from ${path.split(' ').at(-1)}`
      return `complete -c vestra -f -n '${seen}' -a '${words.join(' ')}'`
    })
    .join('\n')
}
