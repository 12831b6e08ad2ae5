import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'

const FOLDER = resolve(import.meta.dirname, '../../../shared/data')

/** What tests that need the real files say when they are not there. */
export const SKIPPED = 'needs the files of ../shared/data'

/** The path of a real file; undefined where the folder beside the project is missing. */
export function findSharedFile(name: string): string | undefined {
  const path = join(FOLDER, name)
  return existsSync(path) ? path : undefined
}
