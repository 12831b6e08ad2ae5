import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { findFreePort } from '../backend/test/find-free-port.ts'

const ROOT = resolve(import.meta.dirname, '..')

/** The production server on a data folder of its own, as its own process. */
export interface BenchSite extends AsyncDisposable {
  url: string
  pid: number
  /** From the start of the process until its line that it is ready. */
  startMs: number
}

/** A data folder that several starts share. */
export function createBenchFolder(): { path: string } & Disposable {
  const path = mkdtempSync(join(tmpdir(), 'hereabouts-bench-'))
  return {
    path,
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }),
  }
}

/** Starts the built site and waits until it says that it is ready. */
export async function startBenchSite(dataFolder: string): Promise<BenchSite> {
  const port = await findFreePort()
  const url = `http://localhost:${port}`
  const began = performance.now()
  const environment = {
    NODE_ENV: 'production',
    PORT: String(port),
    HOST: '127.0.0.1',
    SITE_URL: url,
    DATA_DIR: dataFolder,
  }
  const child = spawn(process.execPath, ['web/server.ts'], {
    cwd: ROOT,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  await untilReady(child)
  return { url, pid: child.pid ?? 0, startMs: performance.now() - began, [Symbol.asyncDispose]: () => stop(child) }
}

/** Loads places into a data folder by the program that operators use. */
export async function importPlaces(dataFolder: string, file: string): Promise<void> {
  const child = spawn(process.execPath, ['scripts/import-places.ts', file], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataFolder },
    stdio: 'ignore',
  })
  const { promise, resolve: done } = Promise.withResolvers<number | null>()
  child.once('exit', done)
  if ((await promise) !== 0) throw new Error(`${file} could not be imported.`)
}

function untilReady(child: ChildProcess): Promise<void> {
  const { promise, resolve: ready, reject } = Promise.withResolvers<void>()
  child.once('exit', (code) => reject(new Error(`The site ended at start (${code}). Has it been built?`)))
  child.stdout?.setEncoding('utf8').on('data', (text: string) => text.includes(' is ready ') && ready())
  return promise
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return
  const ended = new Promise((settle) => child.once('exit', settle))
  child.kill('SIGTERM')
  await ended
}
