import { spawnSync } from 'node:child_process'
import { chownSync, closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'
import type { ProcessOwner } from './launch.ts'

/** A folder that this process has for itself. */
export interface FolderLock {
  release(): void
}

/**
 * Takes a folder for this process by an flock(2) on `<folder>.lock`. The kernel drops the lock when the process dies, however it
 * dies, and other containers on the same volume see it. Throws a sentence with the holder's process id when it is taken.
 */
export function lockFolder(folder: string, owner?: ProcessOwner): FolderLock {
  const file = `${folder}.lock`
  const handle = openSync(file, 'a+', 0o600)
  const holder = Number(readFileSync(file, 'utf8')) || undefined
  if (isTaken(handle, holder)) {
    closeSync(handle)
    throw new Error(
      `${folder} is in use by another running instance (process ${holder ?? 'unknown'}). Stop it first, or set DATA_DIR to another folder.`,
    )
  }
  // Whoever may open the database files may open the lock: root's start must not shut out a later one of the files' owner.
  if (owner) chownSync(file, owner.uid, owner.gid)
  ftruncateSync(handle)
  writeSync(handle, `${process.pid}\n`)
  return { release: () => closeSync(handle) }
}

/**
 * Node has no flock, the program of that name has: it locks the open file that it inherits, and the lock stays as long as we
 * hold that file open. Where the program is missing (macOS), the process that the file names is asked for instead.
 */
function isTaken(handle: number, holder: number | undefined): boolean {
  const child = spawnSync('flock', ['--exclusive', '--nonblock', '3'], {
    stdio: ['ignore', 'ignore', 'ignore', handle],
  })
  if (!child.error) return child.status !== 0
  return holder !== undefined && holder !== process.pid && isRunning(holder)
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
