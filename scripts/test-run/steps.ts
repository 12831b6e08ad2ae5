import packageFile from '../../package.json' with { type: 'json' }
import { prepareTestChromium } from '../find-chromium.ts'
import { findNginx } from '../find-nginx.ts'
import type { Changes } from './changed-files.ts'
import {
  browserReport,
  type Counts,
  countBrowserTests,
  countVitestTests,
  readBrowserTimes,
  readVitestTimes,
  vitestReport,
} from './reports.ts'
import { type ProgramResult, runProgram } from './run-program.ts'
import type { FileTime } from './slowest-files.ts'

/** The argument that limits a run to the steps and tests that the present changes can affect. */
export const CHANGED = 'changed'

/** One check of `npm test`. */
export interface Step {
  name: string
  title: string
  /** The files whose changes can affect the result. */
  affectedBy: RegExp
  /** Set for steps that use every core or need the files of another step. They run one by one after all others. */
  runsAlone?: true
  /** Runs the step, or only the part that the changes can affect. */
  run: (changes?: Changes) => Promise<ProgramResult & { note?: string }>
  /** Counts single tests from the step's report. A step without it counts as one check. */
  count?: () => Counts | undefined
  /** Returns the time of each test file, from the same report. */
  readTimes?: () => FileTime[]
}

const CODE = /\.(tsx?|mjs|json|css|sql)$/
/** Files whose changes can affect any test. */
const EVERYTHING = /^(package(-lock)?\.json|vitest\.config\.ts)$|migrations\/|^supabase\/(seed|templates)\//
const SITE = /^(web|backend|supabase|tests\/e2e)\/|^(package(-lock)?\.json|playwright\.config\.ts)$/

/** The checks in the order in which they start: fast ones first. */
export const STEPS: Step[] = [
  { name: 'types', title: 'types', affectedBy: CODE, run: () => runScript('types') },
  { name: 'lint', title: 'lint', affectedBy: /./, run: () => runScript('lint') },
  { name: 'structure', title: 'structure', affectedBy: CODE, run: () => runScript('structure') },
  ...Object.keys(packageFile.scripts)
    .filter((script) => /^(db|docs):/.test(script))
    .map((script) => ({
      name: 'generated',
      title: `${script} is up to date`,
      affectedBy: /./,
      run: () => runScript(script, '--check'),
    })),
  // After the types, because the code imports the generated route types.
  { name: 'dead', title: 'dead code', affectedBy: CODE, runsAlone: true, run: () => runScript('dead') },
  {
    name: 'vitest',
    title: 'unit, database and service tests',
    affectedBy: /./,
    runsAlone: true,
    run: (changes) => runProgram('vitest', listVitestArguments(changes), { CHROMIUM: prepareTestChromium().path }),
    count: countVitestTests,
    readTimes: readVitestTimes,
  },
  { name: 'build', title: 'build', affectedBy: SITE, runsAlone: true, run: () => runScript('build') },
  {
    name: 'browser',
    title: 'browser tests',
    affectedBy: SITE,
    runsAlone: true,
    run: runBrowserTests,
    count: countBrowserTests,
    readTimes: readBrowserTimes,
  },
]

function runScript(script: string, ...args: string[]): Promise<ProgramResult> {
  return runProgram('npm', ['run', '--silent', script, '--', ...args])
}

function listVitestArguments(changes: Changes | undefined): string[] {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`]
  const all = !changes || changes.files.some((file) => EVERYTHING.test(file))
  return ['run', ...reporters, ...(all ? [] : [`--changed=${changes.base}`, '--passWithNoTests'])]
}

/** Runs all browser tests, or the changed specs alone when nothing else of the site has changed. */
async function runBrowserTests(changes?: Changes) {
  const { path, origin } = prepareTestChromium()
  const ofSite = changes?.files.filter((file) => SITE.test(file)) ?? []
  const specs = ofSite.length > 0 && ofSite.every((file) => file.endsWith('.spec.ts')) ? ofSite : []
  const environment = { CHROMIUM: path, PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport }
  const result = await runProgram('playwright', ['test', ...specs, '--reporter=list,json'], environment)
  const proxy = findNginx() ? '' : ' No nginx found, so the tests behind a TLS proxy were skipped.'
  return { ...result, note: `Chromium: ${path} (${origin}).${proxy}` }
}
