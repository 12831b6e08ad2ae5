import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const MODULE = join(import.meta.dirname, 'unhandled-errors.ts')

/** A program of its own, since an error that nobody catches would end this one. */
function run(body: string) {
  const program = `
    import { handleUnhandledErrors } from ${JSON.stringify(MODULE)}
    handleUnhandledErrors((error) => { console.log('ended by ' + error.message); process.exit(1) })
    ${body}
    setTimeout(() => console.log('went on'), 50)`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
  return { stdout: stdout.trim(), stderr }
}

test('a peer that went away ends nothing', () => {
  const { stdout, stderr } = run(
    `setImmediate(() => { throw Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }) })`,
  )
  expect(stdout).toBe('went on')
  expect(stderr).toContain('A connection was lost')
})

test('what the driver of the database throws on a connection that is gone ends nothing', () => {
  const { stdout } = run(`setImmediate(() => {
    const error = new TypeError("Cannot read properties of null (reading 'write')")
    error.stack += '\\n    at Immediate.nextWrite (file:///app/node_modules/postgres/src/connection.js:255:22)'
    throw error
  })`)
  expect(stdout).toBe('went on')
})

test('a promise that nobody waits for ends nothing', () => {
  const { stdout, stderr } = run(`Promise.reject(new Error('forgotten'))`)
  expect(stdout).toBe('went on')
  expect(stderr).toContain('forgotten')
})

test('any other error that nobody catches ends the program in order', () => {
  expect(run(`setImmediate(() => { throw new TypeError('a defect') })`).stdout).toBe('ended by a defect')
})
