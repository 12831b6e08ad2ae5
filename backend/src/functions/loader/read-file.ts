import { readFile, realpath } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * `Deno.readFile`: reads a file of the functions or of a package, as on hosted projects, where no other files exist. A
 * path is relative to `functionsFolder`. Throws for all other files.
 */
export async function readFunctionFile(functionsFolder: string, path: string | URL): Promise<Uint8Array<ArrayBuffer>> {
  const given = typeof path === 'string' && !path.startsWith('file:') ? path : fileURLToPath(path)
  const file = await realpath(resolve(functionsFolder, given))
  const folder = await realpath(functionsFolder)
  if (!file.startsWith(folder + sep) && !file.includes(`${sep}node_modules${sep}`)) {
    throw new Error(`Functions read their own files and those of packages only, not ${given}.`)
  }
  return new Uint8Array(await readFile(file))
}
