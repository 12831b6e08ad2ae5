import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const MODULE = new URL('./release-memory.ts', import.meta.url)

/** Allocates 300 MB of objects, drops them, and prints the resident memory in MB before and after three idle seconds. */
const PROGRAM = `
const { releaseMemoryWhenIdle } = await import(${JSON.stringify(MODULE.href)})
const { setTimeout: sleep } = await import('node:timers/promises')
const readMegabytes = () => Math.round(process.memoryUsage.rss() / 1e6)
releaseMemoryWhenIdle({ checkMs: 500 })
globalThis.kept = Array.from({ length: 3_000_000 }, (_, i) => ({ i, text: 'x' + i }))
const before = readMegabytes()
globalThis.kept = undefined
await sleep(3000)
console.log(before, readMegabytes())`

test('gives memory back when the program is idle', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', PROGRAM])
  const [before = 0, after = 0] = stdout.trim().split(' ').map(Number)
  expect(before).toBeGreaterThan(200)
  expect(after).toBeLessThan(before / 2)
})
