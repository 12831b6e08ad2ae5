import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

// Usage: node tools/build-inputs.ts begin | finish | check
// A build begins and finishes with the first two. `check` exits with status 0 if the build is complete and its inputs have not
// changed since it began.

const ROOT = join(import.meta.dirname, '../..')
const FINISHED = join(ROOT, 'web/build/inputs.sha256')
/** Elsewhere, because a build begins by emptying its folder. */
const CACHE = join(ROOT, 'node_modules/.cache')
const BEGUN = join(CACHE, 'build-inputs.sha256')
/** Everything that a build reads: the app, what it imports from elsewhere, and the versions of all packages. */
const INPUTS = [
  'package-lock.json',
  'web/*.{json,ts}',
  'web/{app,server,tools,public}/**/*',
  'backend/src/**/*.ts',
  'supabase/functions/**/*.ts',
]
/** Made by the build or of no interest to it. */
const OTHERS = /^web\/public\/basemap(\/|$)|\.generated\.ts$|\.test\.tsx?$/

function hashInputs(): string {
  const hash = createHash('sha256').update(process.version)
  const files = globSync(INPUTS, { cwd: ROOT, withFileTypes: true, exclude: ['web/public/basemap/**'] })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(ROOT.length + 1))
  for (const file of files.filter((path) => !OTHERS.test(path)).sort()) {
    hash.update(`\0${file}\0`).update(readFileSync(join(ROOT, file)))
  }
  return hash.digest('hex')
}

const step = process.argv[2]
if (step === 'begin') {
  mkdirSync(CACHE, { recursive: true })
  // An interrupted build is not complete.
  rmSync(FINISHED, { force: true })
  writeFileSync(BEGUN, hashInputs())
} else if (step === 'finish') {
  renameSync(BEGUN, FINISHED)
} else {
  const isFresh = existsSync(FINISHED) && readFileSync(FINISHED, 'utf8') === hashInputs()
  process.exitCode = isFresh ? 0 : 1
}
