import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

const FOLDER = resolve(import.meta.dirname, '../../../shared/data')

/** The reason for skipping tests that need the real data files. */
export const SKIPPED = 'needs the files of ../shared/data'

/** Returns the path of a real data file, or undefined if the data folder is missing. */
export function findSharedFile(name: string): string | undefined {
  const path = join(FOLDER, name)
  return existsSync(path) ? path : undefined
}
