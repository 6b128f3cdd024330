import { type FileHandle, open, rm } from 'node:fs/promises'
import type { Config } from '@/lib/config'
import { TransferError } from '@/lib/store/transfer'
import { openConfiguredStore } from './app'
import type { App } from './context'

export { TransferError }

const writeSize = 1024 * 1024

/**
 * Copies the store into a new file while the server runs.
 * @throws TransferError on PostgreSQL, with the command that does it there
 */
export function backUp(app: App, file: string): void {
  if (!app.store.backUp) {
    throw new TransferError(
      `PostgreSQL has its own tool for this. Run:\n  pg_dump --format=custom --file=${quote(file)} "$DATABASE_URL"`,
    )
  }
  app.store.backUp(file)
}

const quote = (text: string) => (/^[\w./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`)

/** Writes everything in the store into a new file that only its owner reads, whole or not at all (D8). */
export async function exportStore(app: App, file: string): Promise<void> {
  const handle = await openNew(file)
  try {
    let text = ''
    const flush = async () => {
      await handle.appendFile(text)
      text = ''
    }
    await app.store.exportTo(async (line) => {
      text += line
      if (text.length >= writeSize) await flush()
    })
    await flush()
    await handle.sync()
  } catch (error) {
    await rm(file, { force: true })
    throw error
  } finally {
    await handle.close()
  }
}

async function openNew(file: string): Promise<FileHandle> {
  try {
    return await open(file, 'wx', 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new TransferError(`${file} is there already. Name a new file.`)
  }
}

/** The file is opened when the first line is asked for: a reader that starts late would miss what came before. */
async function* linesOf(file: string): AsyncGenerator<string> {
  const handle = await open(file).catch((error: Error) => {
    throw new TransferError(`${file} cannot be read: ${error.message}`)
  })
  yield* handle.readLines()
}

/**
 * Fills the empty store that the settings name with an export (D8).
 * @returns how many rows there are
 * @throws TransferError
 */
export async function importStore(config: Config, file: string): Promise<number> {
  const store = await openConfiguredStore(config)
  try {
    return await store.importFrom(linesOf(file))
  } finally {
    await store.close()
  }
}
