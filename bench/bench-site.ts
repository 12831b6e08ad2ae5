import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { findFreePort } from '../backend/test/find-free-port.ts'

const ROOT = resolve(import.meta.dirname, '..')

/** The production server in its own process with its own data folder. */
export interface BenchSite extends AsyncDisposable {
  url: string
  pid: number
  /** Time from the start of the process to the line that reports readiness. */
  startMs: number
  /** Time from the start of the process to the first page. */
  firstPageMs: number
  /** Time from the start of the process until its cities are loaded. A new site is open in the meantime. */
  citiesMs: number
}

/** A data folder that several starts share. */
export function createBenchFolder(): { path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), 'hereabouts-bench-'))
  return {
    path,
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
  }
}

/** Starts the built site and waits until it is ready and has its cities. */
export async function startBenchSite(
  dataFolder: string,
  { processes = 1, environment: added = {} }: { processes?: number; environment?: Record<string, string> } = {},
): Promise<BenchSite> {
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  const isNew = !existsSync(join(dataFolder, 'pg'))
  const began = performance.now()
  const environment = {
    // The value that `npm start` sets.
    NODE_ENV: 'production',
    NODE_COMPILE_CACHE: join(ROOT, 'node_modules/.cache/node'),
    MALLOC_ARENA_MAX: '2',
    PORT: String(port),
    HOST: '127.0.0.1',
    SITE_URL: url,
    DATA_DIR: dataFolder,
    WEB_PROCESSES: String(processes),
    ...added,
  }
  const child = spawn(process.execPath, ['web/build/program/server.js'], {
    cwd: ROOT,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const cities = isNew ? untilCitiesAreLoaded(child) : Promise.resolve()
  child.stderr?.resume()
  await untilReady(child)
  const startMs = performance.now() - began
  await (await fetch(url)).text()
  const firstPageMs = performance.now() - began
  await cities
  const citiesMs = performance.now() - began
  return { url, pid: child.pid ?? 0, startMs, firstPageMs, citiesMs, [Symbol.asyncDispose]: () => stop(child) }
}

/** Imports places into a data folder with the program that operators use. */
export async function importPlaces(dataFolder: string, file: string): Promise<void> {
  const child = spawn(process.execPath, ['scripts/import-places.ts', file], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataFolder },
    stdio: 'ignore',
  })
  const { promise, resolve: done } = Promise.withResolvers<number | null>()
  child.once('exit', done)
  if ((await promise) !== 0) throw new Error(`Importing ${file} failed.`)
}

function untilReady(child: ChildProcess): Promise<void> {
  const { promise, resolve: ready, reject } = Promise.withResolvers<void>()
  child.once('exit', (code) => reject(new Error(`The site exited at start (${code}). Has it been built?`)))
  child.stdout?.setEncoding('utf8').on('data', (text: string) => text.includes(' is ready ') && ready())
  return promise
}

function untilCitiesAreLoaded(child: ChildProcess): Promise<void> {
  const { promise, resolve: done } = Promise.withResolvers<void>()
  child.stderr?.setEncoding('utf8').on('data', (text: string) => text.includes('"cities loaded"') && done())
  child.once('exit', () => done())
  return promise
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = new Promise((settle) => child.once('exit', settle))
  child.kill('SIGTERM')
  await ended
}
