// Usage: npm test [-- <step> …]    Steps: lint, types, structure, dead, generated, vitest, build, browser.
//        npm test -- changed       Only what the changes since the main branch can affect.
//
// Runs every check, continues after a failure, and ends with the line "N passed, N failed".
import { listChangedFiles } from './test-run/changed-files.ts'
import { type Counts, removeReports } from './test-run/reports.ts'
import { describeSlowest } from './test-run/slowest-files.ts'
import { CHANGED, STEPS, type Step } from './test-run/steps.ts'

/** The number of simultaneous steps. Most checks of the code use one core. */
const SIMULTANEOUS = 2

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => name !== CHANGED && !STEPS.some((step) => step.name === name))
for (const name of unknown) console.log(`Unknown step ${name}.`)

const changes = wanted.includes(CHANGED) ? listChangedFiles() : undefined
const total: Counts = { passed: 0, failed: unknown.length, skipped: 0 }
const steps = STEPS.filter(isWanted)
await runAll(
  steps.filter(({ runsAlone }) => !runsAlone),
  SIMULTANEOUS,
)
await runAll(
  steps.filter(({ runsAlone }) => runsAlone),
  1,
)
removeReports()
console.log(`${total.passed} passed, ${total.failed} failed`)
process.exitCode = total.failed === 0 ? 0 : 1

function isWanted({ name, affectedBy }: Step): boolean {
  if (changes) return changes.files.some((file) => affectedBy.test(file))
  return wanted.length === 0 || wanted.includes(name)
}

/** Runs steps in their order, a number of them at a time. */
async function runAll(waiting: Step[], simultaneous: number): Promise<void> {
  const runNext = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const counts = await runStep(step)
      total.passed += counts.passed
      total.failed += counts.failed
    }
  }
  await Promise.all(Array.from({ length: simultaneous }, runNext))
}

/** Runs a step and prints one line for it, its slowest test files, and its whole output when it fails. */
async function runStep({ title, run, count, readTimes }: Step): Promise<Counts> {
  const start = performance.now()
  const { failed, output, note } = await run(changes).catch((error: unknown) => ({
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
  const times = readTimes?.() ?? []
  if (times.length > 1) console.log(`       ${describeSlowest(times)}`)
  return counts
}

/**
 * Counts a step without a report as one check. A failed step without a failed test, for example because a file does not
 * load, counts as one failure.
 */
function toCounts(failed: boolean, counted: Counts | undefined): Counts {
  if (!counted) return { passed: failed ? 0 : 1, failed: failed ? 1 : 0, skipped: 0 }
  return { ...counted, failed: failed ? Math.max(1, counted.failed) : counted.failed }
}
