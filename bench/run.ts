/**
 * Runs every benchmark, prints one table and writes it as JSON with machine and commit.
 * Usage: npm run bench [-- [--quick] [NAME …]], where NAME is a key of BENCHES, such as `rest`.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { benchAuth } from './auth.ts'
import { benchClone } from './clone.ts'
import { benchExplore, toFigures } from './explore.ts'
import { benchFairness } from './fairness.ts'
import { benchFeed } from './feed.ts'
import { benchFunctions } from './functions.ts'
import { benchImports } from './imports.ts'
import { benchLighthouse } from './lighthouse.ts'
import { benchMemory } from './memory.ts'
import { benchModeration } from './moderation.ts'
import { benchNavigation } from './navigation.ts'
import { benchPanning } from './panning.ts'
import { benchPlatformLayer } from './platform-layer.ts'
import { benchRealtime } from './realtime.ts'
import { benchRealtimeChanges } from './realtime-changes.ts'
import { benchRest } from './rest.ts'
import type { Row } from './row.ts'
import { benchSearch } from './search.ts'
import { benchSeveralProcesses } from './several-processes.ts'
import { benchSimulatedDay } from './simulated-day.ts'
import { benchStart } from './start.ts'
import { benchStorage } from './storage.ts'
import { benchStorageFolder } from './storage-folder.ts'
import { benchWeb } from './web.ts'

const ROOT = resolve(import.meta.dirname, '..')
const SHARED = resolve(ROOT, '../shared/data')
const { values, positionals } = parseArgs({
  options: { quick: { type: 'boolean', default: false } },
  allowPositionals: true,
})

const sampleFile = findPlaces('places-sample.ndjson')
const placesFile = values.quick ? sampleFile : findPlaces('places-real.ndjson.gz')
const onProgress = (line: string) => void process.stderr.write(`  ${line}\n`)

/** The benchmarks run one after the other, so that they do not affect each other. */
const BENCHES: Record<string, () => Promise<Row[]>> = {
  auth: benchAuth,
  rest: benchRest,
  storage: benchStorage,
  folder: benchStorageFolder,
  functions: benchFunctions,
  realtime: benchRealtime,
  changes: benchRealtimeChanges,
  explore: async () => toFigures(await benchExplore({ quick: values.quick, onProgress })),
  search: () => benchSearch({ onProgress }),
  feed: () => benchFeed({ quick: values.quick, onProgress }),
  moderation: benchModeration,
  imports: benchImports,
  web: () => benchWeb({ placesFile }),
  processes: () => benchSeveralProcesses({ placesFile: sampleFile }),
  fairness: () => benchFairness({ quick: values.quick }),
  memory: () => benchMemory({ placesFile: sampleFile }),
  day: () => benchSimulatedDay({ share: values.quick ? 0.05 : 0.2, processes: 2 }),
  start: benchStart,
  // These do not depend on the number of places, and importing many takes minutes.
  navigation: () => benchNavigation({ placesFile: sampleFile }),
  panning: () => benchPanning({ placesFile: sampleFile }),
  platform: () => benchPlatformLayer({ placesFile: sampleFile }),
  lighthouse: () => benchLighthouse({ placesFile }),
  clone: benchClone,
}

const results: Record<string, Row[]> = {}
if (!placesFile) onProgress('The real places are missing. The site is measured without places.')
for (const [name, bench] of Object.entries(BENCHES)) {
  if (positionals.length > 0 && !positionals.includes(name)) continue
  onProgress(`bench ${name}`)
  results[name] = await bench()
}

console.table(Object.entries(results).flatMap(([bench, rows]) => rows.map((row) => ({ bench, ...row }))))
const file = join(ROOT, 'bench/results', `${new Date().toISOString().slice(0, 19).replaceAll(':', '')}.json`)
mkdirSync(join(ROOT, 'bench/results'), { recursive: true })
writeFileSync(file, `${JSON.stringify({ commit: readCommit(), machine: describeMachine(), results }, null, 2)}\n`)
process.stdout.write(`Written to ${file}\n`)

function findPlaces(name: string): string | undefined {
  const file = join(SHARED, name)
  return existsSync(file) ? file : undefined
}

function readCommit(): string {
  return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT, encoding: 'utf8' }).trim()
}

function describeMachine(): string {
  return `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`
}
