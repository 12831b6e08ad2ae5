import { existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The free memory that a folder in memory requires: enough for the databases of a whole test run. */
const MEMORY_FOLDER_BYTES = 2 * 1024 ** 3

/**
 * Creates an empty folder that is removed on disposal. `memory` asks for one that a busy disk does not slow down: there,
 * creating a test database takes 80 ms instead of 200 to 2,500.
 */
export function createScratchFolder(kind: 'disk' | 'memory' = 'disk'): { path: string } & Disposable {
  const path = mkdtempSync(join(kind === 'memory' ? findMemoryFolder() : tmpdir(), 'hereabouts-test-'))
  return {
    path,
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }),
  }
}

/** /dev/shm is in memory; containers often give it 64 MB, which is too little. */
function findMemoryFolder(): string {
  if (!existsSync('/dev/shm')) return tmpdir()
  const { bavail, bsize } = statfsSync('/dev/shm')
  return bavail * bsize > MEMORY_FOLDER_BYTES ? '/dev/shm' : tmpdir()
}
