import { ConfigError, readConfig, setNextAuthUrl } from '@/lib/config'
import { InteractionError } from '@/lib/interactions/errors'
import { StartError, startServer } from './server'

/** The production server, and with `--dev` the development one. */
async function main(args: string[]) {
  const config = readConfig()
  setNextAuthUrl(config.publicUrl)
  await startServer(config, { isDev: args.includes('--dev'), isDemo: args.includes('--demo') })
}

/** What the person at the terminal can mend is said in a line; anything else is shown whole. */
function explain(error: unknown): unknown {
  if (error instanceof ConfigError) return `Settings are wrong:\n${error.message}`
  if (error instanceof StartError) return error.message
  if (error instanceof InteractionError && error.code === 'unavailable') {
    return 'DATABASE_URL: the database does not answer.'
  }
  const refusal = error as { code?: unknown; message?: unknown } | null
  return /^(28|3D)\w{3}$/.test(String(refusal?.code)) ? `DATABASE_URL: ${refusal?.message}.` : error
}

// The reader of the output may go away. Unheard, that error would be printed, and so cause the next one, for ever.
for (const output of [process.stdout, process.stderr]) output.on('error', () => {})

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(explain(error))
  process.exit(1)
})
