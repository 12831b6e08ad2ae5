import { spawn } from 'node:child_process'
import { COMPILE_CACHE } from '../../backend/test/compile-cache.ts'

/** The time after which a program is assumed to hang: twice that of the browser tests on a slow machine. */
const TIMEOUT_MS = 60 * 60_000

/** The result of a program. `output` holds stdout and stderr. */
export interface ProgramResult {
  failed: boolean
  output: string
}

/** Runs a program to its end, for at most 60 minutes. Rejects when it does not start. */
export function runProgram(
  program: string,
  args: string[],
  environment: Record<string, string> = {},
): Promise<ProgramResult> {
  const child = spawn(program, args, {
    env: { ...process.env, ...COMPILE_CACHE, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: TIMEOUT_MS,
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const { promise, resolve, reject } = Promise.withResolvers<ProgramResult>()
  child.once('error', reject).once('close', (status, signal) => {
    const end = signal ? `\n${program} was stopped by ${signal} after ${TIMEOUT_MS / 60_000} minutes.` : ''
    resolve({ failed: status !== 0, output: `${output}${end}` })
  })
  return promise
}
