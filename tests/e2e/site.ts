import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { COMPILE_CACHE } from '../../backend/test/compile-cache.ts'
import { findFreePort } from '../../backend/test/find-free-port.ts'
import { openPlace } from './place.ts'

/** The keys of every site of the tests. Set by us, so that no test has to read the server's files. */
export const PUBLISHABLE_KEY = 'sb_publishable_of_the_browser_tests'
export const SECRET_KEY = 'sb_secret_of_the_browser_tests'
const SERVER = resolve(import.meta.dirname, '../../web/server.ts')
const START_TIMEOUT_MS = 60_000
const ENVIRONMENT = {
  ...COMPILE_CACHE,
  NODE_ENV: 'production',
  SUPABASE_PUBLISHABLE_KEY: PUBLISHABLE_KEY,
  SUPABASE_SECRET_KEY: SECRET_KEY,
  // Enough of them for the tests, and a first start in half the time.
  CITIES_MIN_POPULATION: '5000',
  // Off where nobody asks for it.
  GOTRUE_OAUTH_SERVER_ENABLED: 'true',
  // All tests come from one address.
  GOTRUE_RATE_LIMIT_OTP: '100000',
  GOTRUE_RATE_LIMIT_TOKEN_REFRESH: '100000',
  GOTRUE_RATE_LIMIT_VERIFY: '100000',
  GOTRUE_RATE_LIMIT_EMAIL_SENT: '100000',
}

/** The production server on a data folder of its own. */
export interface Site extends AsyncDisposable {
  /** Its public address, without a slash at the end. */
  url: string
  /** The path of the site that an address names, wherever the site lives. */
  pathOf(address: string | null | undefined): string | undefined
  dataFolder: string
  /** What the server wrote, for the report of a failing test. */
  output(): string
  /** Ends the server by SIGKILL, as a crash would. */
  kill(): Promise<void>
  /** Starts the server again on the same folder and port. */
  start(): Promise<void>
  /** Ends the server in order. */
  stop(): Promise<void>
}

export interface SiteOptions {
  /** A data folder of a stopped site to begin from; its files are copied. */
  template?: string | undefined
  environment?: Record<string, string>
  /** The address that the world knows it by, when a proxy stands in front. */
  publicUrl?: string
}

/** Starts a site and waits until it answers. Its data vanish with it. */
export async function startSite({ template, environment = {}, publicUrl }: SiteOptions = {}): Promise<Site> {
  const scratch = mkdtempSync(join(tmpdir(), 'hereabouts-e2e-'))
  const dataFolder = join(scratch, 'data')
  // `cp -a` keeps owners and modes, which PostgreSQL insists on.
  if (template) spawnSync('cp', ['-a', template, dataFolder])
  const port = await findFreePort()
  const origin = `http://localhost:${port}`
  const place = await openPlace(origin)
  const url = origin + place.path
  const run = createRun({
    ...place.environment,
    ...environment,
    PORT: String(port),
    HOST: '127.0.0.1',
    SITE_URL: publicUrl ?? url,
    DATA_DIR: dataFolder,
  })
  const dispose = async () => {
    await run.stop()
    await place[Symbol.asyncDispose]()
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
  await run.start().catch(async (error: unknown) => {
    await dispose()
    throw error
  })
  const pathOf = (address: string | null | undefined) => {
    const path = address?.replace(origin, '')
    if (!path?.startsWith('/')) return path
    // An address of the host beside the site is none of its paths.
    return path.startsWith(`${place.path}/`) ? path.slice(place.path.length) : origin + path
  }
  return { url, pathOf, dataFolder, ...run, [Symbol.asyncDispose]: dispose }
}

/** A server process that can be ended and started again. */
function createRun(environment: Record<string, string>): Pick<Site, 'output' | 'kill' | 'start' | 'stop'> {
  let child: ChildProcess | undefined
  let output = ''
  const end = async (signal: NodeJS.Signals) => {
    if (!child || hasEnded(child)) return
    const ended = new Promise((settle) => child?.once('exit', settle))
    child.kill(signal)
    await ended
  }
  const start = async () => {
    const env = { PATH: process.env.PATH ?? '', ...ENVIRONMENT, ...environment }
    const started = spawn(process.execPath, [SERVER], { env, stdio: ['ignore', 'pipe', 'pipe'] })
    child = started
    let isReady = false
    started.stdout.setEncoding('utf8').on('data', (text: string) => {
      isReady ||= text.includes(' ready ')
    })
    started.stderr.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    const late = Date.now() + START_TIMEOUT_MS
    while (!isReady) {
      if (hasEnded(started) || Date.now() > late) throw new Error(`The site did not start:\n${output}`)
      await sleep(25)
    }
  }
  return { output: () => output, kill: () => end('SIGKILL'), stop: () => end('SIGTERM'), start }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}
