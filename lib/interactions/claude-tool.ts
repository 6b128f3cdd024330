/** The body of an ask for one tool call of Claude Code or the Claude Agent SDK, and how its answer goes back. */
export interface ClaudeAsk {
  body: Record<string, unknown>
  /** The tool's input once a person has answered. */
  toInput(answers: string[] | undefined): Record<string, unknown>
}

interface ClaudeQuestion {
  question: string
  header?: string
  options?: { label: string; description?: string }[]
  multiSelect?: boolean
}

const maxSummary = 200
const maxPlan = 20_000

/** One line of at most so many code points, as a summary must be. */
function oneLine(text: string, max: number): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this takes out
  const line = text.replace(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e]+/g, ' ').trim()
  const points = [...line]
  return points.length > max ? `${points.slice(0, max - 1).join('')}…` : line
}

/**
 * What a tool call of Claude is asked as: its questions as questions, its plan as a plan, anything else as a step with a
 * tool, of a server where its name says so (`mcp__server__tool`).
 */
export function askForClaudeTool(toolName: string, input: Record<string, unknown>): ClaudeAsk {
  const same = { toInput: () => input }
  if (toolName === 'AskUserQuestion' && Array.isArray(input.questions)) return askForQuestions(input)
  if (toolName === 'ExitPlanMode' && typeof input.plan === 'string' && input.plan !== '') {
    if ([...input.plan].length <= maxPlan) {
      return { body: { kind: 'exit_plan', summary: 'start with this plan', plan: input.plan }, ...same }
    }
  }
  const [, server, name = toolName] = toolName.match(/^mcp__(.+?)__(.+)$/) ?? []
  const tool = server === undefined ? { name, source: 'builtin' } : { name, source: 'mcp', server }
  return {
    body: {
      kind: 'tool_permission',
      summary: oneLine(`use ${name}${summaryOf(input)}`, maxSummary),
      tool,
      ...(server === undefined && { moves_money: false }),
      arguments: input,
    },
    ...same,
  }
}

function summaryOf(input: Record<string, unknown>): string {
  const [telling] = [input.description, input.command, input.file_path, input.url].filter(
    (value) => typeof value === 'string' && value !== '',
  )
  return telling === undefined ? '' : `: ${telling}`
}

function askForQuestions(input: Record<string, unknown>): ClaudeAsk {
  const questions = input.questions as ClaudeQuestion[]
  return {
    body: {
      kind: 'ask_question',
      summary: oneLine(questions[0]?.header || questions[0]?.question || 'a question', maxSummary),
      questions: questions.map(({ question, header = '', options = [], multiSelect = false }) => ({
        question,
        header: oneLine(header, 40),
        options: options.map(({ label, description = '' }) => ({ label, description })),
        multi_select: multiSelect,
      })),
    },
    toInput: (answers = []) => ({
      ...input,
      answers: Object.fromEntries(questions.map(({ question }, index) => [question, answers[index] ?? ''])),
    }),
  }
}
