import type { Command } from 'commander'
import { readConfig } from '@/lib/config'
import type { App } from '@/lib/services/context'
import { backUp, exportStore, importStore } from '@/lib/services/transfer'

const restoring = `
To restore a backup: stop the server, put the file in the place of vestra.db in DATA_DIR, delete vestra.db-wal and
vestra.db-shm beside it, and start the server. People stay signed in if nextauth-secret in DATA_DIR is kept as well.

On PostgreSQL this prints the pg_dump command. To restore its file into a new database:
  pg_restore --no-owner --exit-on-error --dbname="$DATABASE_URL" FILE
`

const moving = `
To move between SQLite and PostgreSQL: stop the server, export, set DATABASE_URL to the new, empty database, import,
and start the server. Both must be of the same version.
`

/** `admin backup`, `admin export` and `admin import`. */
export function addTransferCommands(
  admin: Command,
  withApp: (work: (app: App) => Promise<void>) => Promise<void>,
  attempt: (work: () => Promise<void>) => Promise<void>,
): void {
  admin
    .command('backup')
    .description('copy the store into a new file while the server runs (SQLite)')
    .argument('<file>')
    .addHelpText('after', restoring)
    .action((file: string) =>
      withApp(async (app) => {
        backUp(app, file)
        console.log(`Backed up into ${file}. It holds secrets: keep it as safe as the store.`)
      }),
    )

  admin
    .command('export')
    .description('write everything in the store into a new file, as lines of JSON')
    .argument('<file>')
    .addHelpText('after', moving)
    .action((file: string) =>
      withApp(async (app) => {
        await exportStore(app, file)
        console.log(`Exported into ${file}. It holds secrets: keep it as safe as the store.`)
      }),
    )

  admin
    .command('import')
    .description('fill an empty store with an export, and check its record')
    .argument('<file>')
    .addHelpText('after', moving)
    .action((file: string) =>
      attempt(async () => {
        const rows = await importStore(readConfig(), file)
        console.log(`${rows} rows are in; the record is in order.`)
      }),
    )
}
