import { ConfigError, readConfig, setNextAuthUrl } from '@/lib/config'
import { startServer } from './server'

/** The production server, and with `--dev` the development one. */
async function main(args: string[]) {
  const config = readConfig()
  setNextAuthUrl(config.publicUrl)
  await startServer(config, { isDev: args.includes('--dev'), isDemo: args.includes('--demo') })
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof ConfigError ? `Settings are wrong:\n${error.message}` : error)
  process.exit(1)
})
