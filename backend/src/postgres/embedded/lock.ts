import { spawnSync } from 'node:child_process'
import { chownSync, closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'
import type { ProcessOwner } from './launch.ts'

/** An exclusive lock on a folder. */
export interface FolderLock {
  release(): void
}

/**
 * Locks a folder for this process by flock(2) on `<folder>.lock`. The kernel releases the lock when the process dies,
 * and other containers on the same volume see it. Throws with the holder's process id when the folder is locked.
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
  // Anyone who may open the database files may open the lock, so that a start as root does not lock out the owner of
  // the files later.
  if (owner) chownSync(file, owner.uid, owner.gid)
  ftruncateSync(handle)
  writeSync(handle, `${process.pid}\n`)
  return { release: () => closeSync(handle) }
}

/**
 * Node has no flock, so the program of that name locks the open file that it inherits. The lock lasts as long as this
 * process keeps the file open. Where the program is missing (macOS), the process id in the file is checked instead.
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
