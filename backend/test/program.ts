import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openPool } from '../src/postgres/connections/open-pool.ts'
import { COMPILE_CACHE } from './compile-cache.ts'
import { findFreePort } from './find-free-port.ts'

/** The entry point of the backend, which the tests run as an operator would. */
export const MAIN = resolve(import.meta.dirname, '../src/main.ts')
export const IS_ROOT = process.getuid?.() === 0
const START_TIMEOUT_MS = 60_000
/** The wait for the last output of an ended process, whose pipes a child process may keep open. */
const LAST_OUTPUT_MS = 500

/** A running or finished backend process. */
export interface Program extends AsyncDisposable {
  pid: number
  url: string
  /** Returns all output on stdout so far. */
  stdout(): string
  /** Returns all output on stderr so far. */
  stderr(): string
  /** Waits until the process accepts requests. Throws with its stderr when it exits instead. */
  ready(): Promise<void>
  /** Waits for the exit; returns the status or signal. */
  ended(): Promise<number | string | null>
  signal(name: NodeJS.Signals): void
}

export interface ProgramOptions {
  dataFolder: string
  environment?: Record<string, string>
  /** A command to put before `node main.ts`, such as `setpriv --reuid=…`. */
  prefix?: string[]
  main?: string
  port?: number
}

/** Starts the backend as a process group, which is killed at the end of the test. */
export async function startProgram(options: ProgramOptions): Promise<Program> {
  const port = options.port ?? (await findFreePort())
  const [command = '', ...args] = [...(options.prefix ?? []), process.execPath, options.main ?? MAIN]
  const environment = {
    PATH: process.env.PATH ?? '',
    ...COMPILE_CACHE,
    HOST: '127.0.0.1',
    PORT: String(port),
    LOG_LEVEL: 'warn',
    CITIES_MIN_POPULATION: '5000000',
    ...options.environment,
  }
  const child = spawn(command, args, {
    detached: true,
    env: { ...environment, DATA_DIR: options.dataFolder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  return toProgram(child, `http://127.0.0.1:${port}`)
}

function toProgram(child: ChildProcess, url: string): Program {
  const output = { stdout: '', stderr: '' }
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      output[name] += text
    })
  }
  const exit = new Promise<number | string | null>((settle) => {
    child.once('exit', (code, signal) => settle(code ?? signal))
  })
  const closed = new Promise((settle) => child.once('close', settle))
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  return {
    pid: child.pid ?? 0,
    url,
    stdout: () => output.stdout,
    stderr: () => output.stderr,
    ready: async () => {
      await until(() => output.stdout.includes('ready') || hasEnded(), START_TIMEOUT_MS)
      if (hasEnded()) throw new Error(`The backend ended instead of starting:\n${output.stderr}`)
    },
    ended: async () => {
      const status = await exit
      await Promise.race([closed, sleep(LAST_OUTPUT_MS)])
      return status
    },
    signal: (name) => child.kill(name),
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGKILL')
      await exit
    },
  }
}

/** Starts a backend, waits until it is ready and stops it. */
export async function startAndStop(options: ProgramOptions): Promise<void> {
  await using program = await startProgram(options)
  await program.ready()
  program.signal('SIGTERM')
  await program.ended()
}

/** Runs the backend until it exits; returns status and stderr. */
export async function runToEnd(options: ProgramOptions): Promise<{ status: number | string | null; stderr: string }> {
  await using program = await startProgram(options)
  const status = await program.ended()
  return { status, stderr: program.stderr() }
}

/** Copies the data folder of a stopped server, with owners and modes. */
export function copyDataFolder(from: string, to: string): string {
  if (IS_ROOT) spawnSync('cp', ['-a', from, to])
  else cpSync(from, to, { recursive: true })
  return to
}

/** Returns the process id in `postmaster.pid`; undefined without one. */
export function findPostgresPid(dataFolder: string): number | undefined {
  const file = join(dataFolder, 'pg/postmaster.pid')
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined
}

/** Returns true when a process exists and is not a zombie. */
export function isAlive(pid: number): boolean {
  try {
    return !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return false
  }
}

/** Waits until a condition holds. Throws on timeout. */
export async function until(condition: () => boolean | Promise<boolean>, timeoutMs = 60_000): Promise<void> {
  const end = Date.now() + timeoutMs
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`Waited ${timeoutMs} ms in vain for: ${condition.toString()}`)
    await sleep(25)
  }
}

/** Runs SQL on the embedded server of a running backend. */
export async function querySocket(dataFolder: string, text: string): Promise<Record<string, unknown>[]> {
  const sql = openPool({ socket: join(dataFolder, 'run'), port: 5432, database: 'postgres' }, { max: 1 })
  try {
    return await sql.unsafe(text)
  } finally {
    await sql.end(1000)
  }
}

/** Returns true when the backend answers a request that needs no database. */
export async function isResponding(program: Program): Promise<boolean> {
  const response = await fetch(`${program.url}/auth/v1/.well-known/jwks.json`)
  await response.body?.cancel()
  return response.ok
}

/** Returns a command that runs a program with its own mounts, which vanish with it. Needs {@link canMount}. */
export function withMounts(script: string): string[] {
  return ['unshare', '--mount', '--propagation', 'private', 'sh', '-ec', `${script}; exec "$@"`, 'sh']
}

/** Returns true when this user may create mounts; containers often forbid it. */
export function canMount(): boolean {
  return IS_ROOT && spawnSync('unshare', ['--mount', 'sh', '-c', 'mount -t tmpfs none /mnt']).status === 0
}

/** Returns a command that runs a program as another user. Needs root. */
export function asUser(id: number): string[] {
  return ['setpriv', `--reuid=${id}`, `--regid=${id}`, '--clear-groups']
}

/** Returns true when another user can run our program: a clone below a closed folder is unreachable. */
export function canRunAs(id: number): boolean {
  return IS_ROOT && spawnSync('setpriv', [...asUser(id).slice(1), process.execPath, '--check', MAIN]).status === 0
}
