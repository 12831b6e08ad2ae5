// Usage: npm test [-- <step> …]    Steps: lint, types, structure, dead, generated, vitest, build, browser.
//
// Runs every check, goes on after a failure, and ends with the line "N passed, N failed".
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as v from 'valibot'
import { COMPILE_CACHE } from '../backend/test/compile-cache.ts'
import packageFile from '../package.json' with { type: 'json' }
import { requireChromium } from './find-chromium.ts'

const STEP_TIMEOUT_MS = 20 * 60_000

interface Counts {
  passed: number
  failed: number
  skipped: number
}

interface Step {
  name: string
  title: string
  /** Runs the step. What it prints is shown when it fails. */
  run: () => Promise<{ failed: boolean; output: string; note?: string }>
  /** Counts single tests from the reports of the step; a step without them counts as one check. */
  count?: () => Counts | undefined
}

const reports = mkdtempSync(join(tmpdir(), 'hereabouts-reports-'))
const vitestReport = join(reports, 'vitest.json')
const browserReport = join(reports, 'browser.json')

const STEPS: Step[] = [
  { name: 'lint', title: 'lint', run: () => runProgram('npm', ['run', '--silent', 'lint']) },
  { name: 'types', title: 'types', run: () => runProgram('npm', ['run', '--silent', 'types']) },
  { name: 'structure', title: 'structure', run: () => runProgram('npm', ['run', '--silent', 'structure']) },
  // After the types, because the code imports the generated route types.
  { name: 'dead', title: 'dead code', run: () => runProgram('npm', ['run', '--silent', 'dead']) },
  ...['db:dump', 'db:types', 'docs:accounts'].filter(isScript).map((script) => ({
    name: 'generated',
    title: `${script} is fresh`,
    run: () => runProgram('npm', ['run', '--silent', script, '--', '--check']),
  })),
  {
    name: 'vitest',
    title: 'unit, database and service tests',
    run: async () =>
      runProgram('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`], {
        // Its authenticator of WebAuthn is Chromium's.
        CHROMIUM: requireChromium().path,
      }),
    count: countVitest,
  },
  { name: 'build', title: 'build', run: () => runProgram('npm', ['run', '--silent', 'build']) },
  { name: 'browser', title: 'browser tests', run: runBrowserTests, count: countBrowser },
]

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => !STEPS.some((step) => step.name === name))
if (unknown.length > 0) console.log(`There is no step ${unknown.join(', ')}.`)

const total: Counts = { passed: 0, failed: unknown.length, skipped: 0 }
for (const step of STEPS.filter(({ name }) => wanted.length === 0 || wanted.includes(name))) {
  const counts = await runStep(step)
  total.passed += counts.passed
  total.failed += counts.failed
}
rmSync(reports, { recursive: true, force: true })
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1

/** Runs a step and prints its line; of a failing one everything that it printed. */
async function runStep({ title, run, count }: Step): Promise<Counts> {
  const start = performance.now()
  const { failed, output, note } = await run().catch((error: unknown) => ({
    failed: true,
    output: error instanceof Error ? error.message : String(error),
    note: undefined,
  }))
  const counts = toCounts(failed, count?.())
  if (failed) console.log(`\n${output.trim()}\n`)
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''
  const word = failed ? 'FAILED' : 'ok'
  console.log(`${word.padEnd(6)} ${title}: ${counts.passed} passed, ${counts.failed} failed${skipped} (${seconds} s)`)
  if (note) console.log(`       ${note}`)
  return counts
}

/** A step that failed without a failing test, such as a file that does not load, counts one failure. */
function toCounts(failed: boolean, counted: Counts | undefined): Counts {
  if (!counted) return { passed: failed ? 0 : 1, failed: failed ? 1 : 0, skipped: 0 }
  return { ...counted, failed: failed ? Math.max(1, counted.failed) : counted.failed }
}

async function runBrowserTests() {
  const { path, story } = requireChromium()
  const environment = { CHROMIUM: path, PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport }
  const result = await runProgram('playwright', ['test', '--reporter=list,json'], environment)
  return { ...result, note: `Chromium: ${path} (${story})` }
}

function countVitest(): Counts | undefined {
  const report = readReport(
    vitestReport,
    v.object({ numPassedTests: v.number(), numFailedTests: v.number(), numPendingTests: v.number() }),
  )
  return report && { passed: report.numPassedTests, failed: report.numFailedTests, skipped: report.numPendingTests }
}

function countBrowser(): Counts | undefined {
  const report = readReport(
    browserReport,
    v.object({
      stats: v.object({ expected: v.number(), unexpected: v.number(), flaky: v.number(), skipped: v.number() }),
    }),
  )
  if (!report) return undefined
  const { expected, unexpected, flaky, skipped } = report.stats
  return { passed: expected + flaky, failed: unexpected, skipped }
}

function readReport<Schema extends v.GenericSchema>(file: string, schema: Schema): v.InferOutput<Schema> | undefined {
  return existsSync(file) ? v.parse(schema, JSON.parse(readFileSync(file, 'utf8'))) : undefined
}

function runProgram(
  program: string,
  args: string[],
  environment: Record<string, string> = {},
): Promise<{ failed: boolean; output: string }> {
  const child = spawn(program, args, {
    env: { ...process.env, ...COMPILE_CACHE, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: STEP_TIMEOUT_MS,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const { promise, resolve, reject } = Promise.withResolvers<{ failed: boolean; output: string }>()
  child.once('error', reject).once('close', (status, signal) => {
    const end = signal ? `\n${program} was ended by ${signal} after ${STEP_TIMEOUT_MS / 60_000} minutes.` : ''
    resolve({ failed: status !== 0, output: `${output}${end}` })
  })
  return promise
}

function isScript(name: string): boolean {
  return Object.hasOwn(packageFile.scripts, name)
}
