import type { ChildProcess } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { locateBinaries } from './binaries.ts'
import { finished, launch, type ProcessOwner, postgresUser } from './launch.ts'
import { clearStale } from './stale.ts'

const READY_LINE = 'database system is ready to accept connections'
const READY_TIMEOUT_MS = 60_000
const STOP_TIMEOUT_MS = 8_000
/** A socket address holds 107 bytes, of which the server needs the last 22 for its own file name. */
const SOCKET_FOLDER_MAX_LENGTH = 85

/** A PostgreSQL server that belongs to this process. It listens on a Unix socket only. */
export interface EmbeddedPostgres {
  /** The folder of the socket, which clients take as host. */
  host: string
  port: number
  pid: number
  /** Settles when the server has ended, whoever ended it. */
  ended: Promise<void>
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  /** Receives the server's own log, line by line. */
  log?: (line: string) => void
  /** Server settings, such as `{ fsync: 'off' }` for throw-away test servers. */
  settings?: Record<string, string>
}

/**
 * Starts a PostgreSQL server on a data folder, which is made on first use. Survives every way in which an earlier run may have
 * ended (see docs/operations.md). Throws a sentence for the operator when the folder cannot be used.
 */
export async function startEmbeddedPostgres(
  dataFolder: string,
  { log = () => {}, settings = {} }: EmbeddedOptions = {},
): Promise<EmbeddedPostgres> {
  const bin = join(locateBinaries(), 'bin')
  const folder = resolve(dataFolder)
  const owner = chooseOwner(folder)
  if (!existsSync(join(folder, 'PG_VERSION'))) await initialise(bin, folder, owner)
  chmodSync(folder, 0o700)
  const sockets = prepareSocketFolder(folder, owner)
  await clearStale(folder, sockets, log)

  const all = {
    listen_addresses: '',
    unix_socket_permissions: '0700',
    unix_socket_directories: sockets,
    port: '5432',
    shared_buffers: '128MB',
    ...settings,
  }
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = launch(join(bin, 'postgres'), ['-D', folder, ...flags], owner, dirname(folder))
  const ended = new Promise<void>((settle) => child.once('exit', () => settle()))
  await untilReady(child, log)
  return { host: sockets, port: 5432, pid: child.pid ?? 0, ended, stop: () => stop(child, ended) }
}

/** Root hands the server to the folder's owner, else to `postgres`; anyone else runs it as himself. */
function chooseOwner(folder: string): ProcessOwner | undefined {
  if (process.getuid?.() !== 0) return undefined
  const present = existsSync(join(folder, 'PG_VERSION')) ? statSync(folder) : undefined
  return present?.uid ? { uid: present.uid, gid: present.gid } : postgresUser()
}

/** Runs initdb in a folder beside and renames it, so that a kill half-way leaves nothing that looks like a database. */
async function initialise(bin: string, folder: string, owner: ProcessOwner | undefined): Promise<void> {
  const fresh = `${folder}.new`
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh, { recursive: true, mode: 0o700 })
  if (owner) chownSync(fresh, owner.uid, owner.gid)
  const flags = ['-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '--no-instructions']
  await finished(launch(join(bin, 'initdb'), ['-D', fresh, ...flags], owner, dirname(folder)), 'initdb')
  rmSync(folder, { recursive: true, force: true })
  renameSync(fresh, folder)
}

function prepareSocketFolder(folder: string, owner: ProcessOwner | undefined): string {
  const beside = join(dirname(folder), 'run')
  const sockets =
    beside.length > SOCKET_FOLDER_MAX_LENGTH ? join(tmpdir(), `hereabouts-${statSync(folder).ino}`) : beside
  mkdirSync(sockets, { recursive: true, mode: 0o700 })
  chmodSync(sockets, 0o700)
  if (owner) chownSync(sockets, owner.uid, owner.gid)
  return sockets
}

function untilReady(child: ChildProcess, log: (line: string) => void): Promise<void> {
  const { promise, resolve: ready, reject } = Promise.withResolvers<void>()
  let tail = ''
  const fail = (what: string) => reject(new Error(`PostgreSQL ${what}.\n${tail.trim()}`))
  const timer = setTimeout(() => fail(`was not ready after ${READY_TIMEOUT_MS / 1000} s`), READY_TIMEOUT_MS)
  const onExit = (code: number | null, signal: string | null) => fail(`ended at start (${code ?? signal})`)
  child.once('error', reject).once('exit', onExit)
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-4000)
    for (const line of text.split('\n')) if (line.trim()) log(line)
    if (tail.includes(READY_LINE)) ready()
  })
  return promise.finally(() => {
    clearTimeout(timer)
    child.off('exit', onExit)
  })
}

async function stop(child: ChildProcess, ended: Promise<void>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGINT') // fast shutdown: ends sessions, writes a checkpoint
  const late = await Promise.race([ended, sleep(STOP_TIMEOUT_MS, 'late', { ref: false })])
  if (late === 'late') child.kill('SIGQUIT')
  await ended
}
