import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const MODULE = new URL('./release-memory.ts', import.meta.url)

const HEAP = 'Array.from({ length: 3_000_000 }, (_, i) => ({ i, text: "x" + i }))'
/** Blocks outside the heap that are small enough to share pages. */
const BLOCKS = 'Array.from({ length: 5000 }, () => Buffer.allocUnsafeSlow(60_000).fill(1))'

/** Allocates about 300 MB, runs the steps, and prints the resident memory in MB before and after. */
async function measure(steps: string, kept = HEAP): Promise<{ before: number; after: number }> {
  const program = `
    const { releaseMemoryWhenIdle } = await import(${JSON.stringify(MODULE.href)})
    const { setTimeout: sleep } = await import('node:timers/promises')
    const readMegabytes = () => Math.round(process.memoryUsage.rss() / 1e6)
    releaseMemoryWhenIdle({ checkMs: 500, retryMs: 2000 })
    globalThis.kept = ${kept}
    const before = readMegabytes()
    ${steps}
    console.log(before, readMegabytes())`
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program])
  const [before = 0, after = 0] = stdout.trim().split(' ').map(Number)
  return { before, after }
}

test('returns memory to the system when the program is idle', async () => {
  const { before, after } = await measure('globalThis.kept = undefined; await sleep(3000)')
  expect(before).toBeGreaterThan(200)
  expect(after).toBeLessThan(before / 2)
})

test('returns memory that was still in use when the program became idle', async () => {
  const { before, after } = await measure('await sleep(1500); globalThis.kept = undefined; await sleep(5000)')
  expect(after).toBeLessThan(before / 2)
})

test('returns freed memory of the C library to the system, even below allocations in use', async () => {
  const { before, after } = await measure('globalThis.kept = kept.pop(); await sleep(3000)', BLOCKS)
  expect(before).toBeGreaterThan(200)
  expect(after).toBeLessThan(before / 2)
})
