import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { listPrerenderedPaths } from '../app/platform/payload/prerendered-paths.ts'
import { routeRules } from '../app/route-rules.ts'

/**
 * Writes the id of this build, for pages that stay open across a deployment: `builds/latest.json`, and
 * `builds/meta/{id}.json` with the route rules and the prerendered pages.
 */
const client = join(import.meta.dirname, '../build/client')
const id = findBuildId(await readdir(join(client, 'assets')))
const timestamp = Date.now()
const folder = join(client, 'assets/builds')
await mkdir(join(folder, 'meta'), { recursive: true })
await writeFile(join(folder, 'latest.json'), JSON.stringify({ id, timestamp }))
const meta = { id, timestamp, matcher: routeRules, prerendered: listPrerenderedPaths() }
await writeFile(join(folder, 'meta', `${id}.json`), JSON.stringify(meta))

/** The version in the file name of the router's manifest. It changes with every file of the build. */
function findBuildId(assets: string[]): string {
  const ids = assets.flatMap((name) => /^manifest-(\w+)\.js$/.exec(name)?.[1] ?? [])
  const [found] = ids
  if (ids.length !== 1 || found === undefined)
    throw new Error(`A build must have one manifest, but this one has ${ids.length}.`)
  return found
}
