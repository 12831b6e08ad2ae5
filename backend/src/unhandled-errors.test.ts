import { spawn, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

const MODULE = join(import.meta.dirname, 'unhandled-errors.ts')

const toArguments = (body: string) => [
  '--input-type=module',
  '-e',
  `import { handleUnhandledErrors } from ${JSON.stringify(MODULE)}
  handleUnhandledErrors((error) => { console.log('ended by ' + error.message); process.exit(1) })
  ${body}`,
]

/** Runs in its own process, because an uncaught error would end this one. */
function run(body: string) {
  const program = toArguments(`${body}
    setTimeout(() => console.log('went on'), 50)`)
  const { stdout, stderr } = spawnSync(process.execPath, program, { encoding: 'utf8' })
  return { stdout: stdout.trim(), stderr }
}

test('survives a lost connection', () => {
  const { stdout, stderr } = run(
    `setImmediate(() => { throw Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }) })`,
  )
  expect(stdout).toBe('went on')
  expect(stderr).toContain('Connection lost')
})

test('keeps running without a log when the reader of its output exits', async () => {
  const program = toArguments(`
    let errors = 0
    process.on('uncaughtExceptionMonitor', () => (errors += 1))
    setInterval(() => process.stderr.write('a line of the log'), 20)
    setTimeout(() => process.exit(errors), 500)`)
  const child = spawn(process.execPath, program, { stdio: ['ignore', 'pipe', 'pipe'] })
  child.stderr.destroy()
  const exit = new Promise((settle) => child.once('exit', settle))
  expect(await text(child.stdout)).toBe('')
  expect(await exit).toBe(0)
})

test('survives a rejected promise without a handler', () => {
  const { stdout, stderr } = run(`Promise.reject(new Error('forgotten'))`)
  expect(stdout).toBe('went on')
  expect(stderr).toContain('forgotten')
})

test('shuts down gracefully after any other uncaught error', () => {
  expect(run(`setImmediate(() => { throw new TypeError('a defect') })`).stdout).toBe('ended by a defect')
})

test('passes an error of a function to its scope and keeps running (functions 3)', () => {
  const scope = join(import.meta.dirname, 'functions/loader/function-scope.ts')
  const { stdout } = run(`
    const { runInScope } = await import(${JSON.stringify(scope)})
    const fail = (error) => console.log('failed by ' + error.message)
    runInScope({ fail }, () => setImmediate(() => { throw new Error('a defect') }))`)
  expect(stdout).toBe('failed by a defect\nwent on')
})
