import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The size of a new database with all cities is about 180 MB. */
const FIRST_START_MEGABYTES = 256
/** PostgreSQL stops as soon as there is no room for its next 16 MB WAL segment. */
const LATER_START_MEGABYTES = 32
const MEGABYTE = 1024 * 1024

const REASONS: Record<string, string> = {
  EACCES: 'this user may not write there',
  EPERM: 'it belongs to another user',
  EROFS: 'its disk is mounted read-only',
  ENOSPC: 'its disk is full',
  EDQUOT: 'its disk quota is used up',
  ENOTDIR: 'a part of its path is a file',
  EEXIST: 'it is a file',
}

/**
 * Creates the data folder on first use, closes it to other users and checks that it is writable. Throws an error for
 * the operator when it is not usable.
 */
export function prepareDataFolder(folder: string, { holdsDatabase }: { holdsDatabase: boolean }): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    if (isOurs(folder)) chmodSync(folder, 0o700)
    const probe = join(folder, `.write-test-${process.pid}`)
    writeFileSync(probe, 'x', { mode: 0o600 })
    rmSync(probe)
  } catch (cause) {
    throw new Error(`The data folder ${folder} cannot be used: ${toReason(cause)}. Fix this or set DATA_DIR.`, {
      cause,
    })
  }
  requireSpace(folder, holdsDatabase && !existsSync(join(folder, 'pg')) ? FIRST_START_MEGABYTES : LATER_START_MEGABYTES)
}

/** A folder with other content, such as /srv, keeps its mode: closing it would lock out its other users. */
function isOurs(folder: string): boolean {
  const names = readdirSync(folder)
  return names.length === 0 || names.includes('secrets.json') || names.includes('pg')
}

function requireSpace(folder: string, megabytes: number): void {
  const { bavail, bsize } = statfsSync(folder)
  const free = Math.floor((bavail * bsize) / MEGABYTE)
  if (free >= megabytes) return
  throw new Error(`The disk of the data folder ${folder} is full: ${megabytes} MB are needed, ${free} MB are free.`)
}

function toReason(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return REASONS[code] ?? (error instanceof Error ? error.message : String(error))
}
