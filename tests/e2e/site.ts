import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { COMPILE_CACHE } from '../../backend/test/compile-cache.ts'
import { findFreePort } from '../../backend/test/find-free-port.ts'
import { createScratchFolder } from '../../backend/test/scratch-folder.ts'
import { locateSite } from './site-location.ts'

/** The keys of every test site. Set here, so that no test has to read the server's files. */
export const PUBLISHABLE_KEY = 'sb_publishable_of_the_browser_tests'
export const SECRET_KEY = 'sb_secret_of_the_browser_tests'
const SERVER = resolve(import.meta.dirname, '../../web/build/program/server.js')
/** Only matters for a site that hangs, because one that exits is reported at once. A busy machine starts slowly. */
const START_TIMEOUT_MS = 150_000
const CITIES_TIMEOUT_MS = 120_000
const ENVIRONMENT = {
  ...COMPILE_CACHE,
  NODE_ENV: 'production',
  SUPABASE_PUBLISHABLE_KEY: PUBLISHABLE_KEY,
  SUPABASE_SECRET_KEY: SECRET_KEY,
  // One process starts faster than several. The tests with several processes override this.
  WEB_PROCESSES: '1',
  // Loading all cities takes several times as long as the rest of the first start.
  CITIES_MIN_POPULATION: '100000',
  // Turned on only by the tests that need it.
  GOTRUE_OAUTH_SERVER_ENABLED: 'true',
  // All tests come from one address and would exceed the rate limits.
  GOTRUE_RATE_LIMIT_OTP: '100000',
  GOTRUE_RATE_LIMIT_TOKEN_REFRESH: '100000',
  GOTRUE_RATE_LIMIT_VERIFY: '100000',
  GOTRUE_RATE_LIMIT_EMAIL_SENT: '100000',
}

/** The production server on its own data folder. */
export interface Site extends AsyncDisposable {
  /** Its public URL, without a trailing slash. */
  url: string
  /** Returns the path of a URL below the site's base path. */
  pathOf(address: string | null | undefined): string | undefined
  dataFolder: string
  /** The server's output, for the report of a failing test. */
  output(): string
  /** Kills the server with SIGKILL, like a crash. */
  kill(): Promise<void>
  /** Starts the server again on the same folder and port. */
  start(): Promise<void>
  /** Shuts the server down. */
  stop(): Promise<void>
}

export interface SiteOptions {
  /** The data folder of a stopped site to copy. */
  template?: string | undefined
  environment?: Record<string, string>
  /** Its public URL when it runs behind a proxy. */
  publicUrl?: string
}

/** Starts a site and waits until it responds and has its cities. Disposal deletes its data. */
export async function startSite({ template, environment = {}, publicUrl }: SiteOptions = {}): Promise<Site> {
  const scratch = createScratchFolder('memory')
  const dataFolder = join(scratch.path, 'data')
  // `cp -a` keeps owners and modes, which PostgreSQL requires.
  if (template) spawnSync('cp', ['-a', template, dataFolder])
  const port = await findFreePort()
  const origin = `http://localhost:${port}`
  const place = await locateSite(origin)
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
    scratch[Symbol.dispose]()
  }
  const starting = template ? run.start() : run.start().then(() => untilCitiesAreLoaded(run))
  await starting.catch(async (error: unknown) => {
    await dispose()
    throw error
  })
  const pathOf = (address: string | null | undefined) => {
    const path = address?.replace(origin, '')
    if (!path?.startsWith('/')) return path
    // URLs of the same host outside of the base path are not paths of the site.
    return path.startsWith(`${place.path}/`) ? path.slice(place.path.length) : origin + path
  }
  return { url, pathOf, dataFolder, ...run, [Symbol.asyncDispose]: dispose }
}

/** Waits for the cities. A new site opens before they are loaded. */
async function untilCitiesAreLoaded({ output, hasEnded }: Run): Promise<void> {
  const late = Date.now() + CITIES_TIMEOUT_MS
  while (!output().includes('"cities loaded"')) {
    if (hasEnded()) throw new Error(`The site ended before its cities were loaded:\n${output()}`)
    if (Date.now() > late) throw new Error(`The cities were not loaded:\n${output()}`)
    await sleep(100)
  }
}

type Run = Pick<Site, 'output' | 'kill' | 'start' | 'stop'> & {
  /** Returns true once the process has exited or was killed, and is not started again. */
  hasEnded: () => boolean
}

/** A server process that can be stopped and started again. */
function createRun(environment: Record<string, string>): Run {
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
      output += text
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
  const isGone = () => child !== undefined && hasEnded(child)
  return { output: () => output, hasEnded: isGone, kill: () => end('SIGKILL'), stop: () => end('SIGTERM'), start }
}

function hasEnded(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null
}
