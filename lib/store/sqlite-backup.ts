import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import Database from 'better-sqlite3'
import { TransferError } from './transfer'

const busyTimeoutMs = 10_000

/**
 * Copies a store as it is at one moment into a new file, while others write to it. The file is there whole, checked
 * and on the disk, or not at all.
 */
export function backUpSqlite(file: string, target: string): void {
  if (existsSync(target)) throw new TransferError(`${target} is there already. Name a new file.`)
  const partial = `${target}.partial`
  rmSync(partial, { force: true })
  // SQLite would make it readable for everybody, and takes an empty file for a new one.
  closeSync(openSync(partial, 'wx', 0o600))
  try {
    const source = new Database(file, { readonly: true, fileMustExist: true, timeout: busyTimeoutMs })
    try {
      source.prepare('VACUUM INTO ?').run(partial)
    } finally {
      source.close()
    }
    assertSound(partial)
    flush(partial)
    renameSync(partial, target)
    flush(path.dirname(path.resolve(target)))
  } catch (error) {
    rmSync(partial, { force: true })
    throw error
  }
}

function assertSound(file: string) {
  const copy = new Database(file, { readonly: true })
  try {
    const [row] = copy.pragma('integrity_check') as { integrity_check: string }[]
    if (row?.integrity_check !== 'ok') throw new Error(`the copy is damaged: ${row?.integrity_check}`)
  } finally {
    copy.close()
  }
}

/** VACUUM INTO leaves that to the operating system. */
function flush(where: string) {
  const descriptor = openSync(where, 'r')
  fsyncSync(descriptor)
  closeSync(descriptor)
}
