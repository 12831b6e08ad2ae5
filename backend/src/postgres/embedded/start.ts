import { chmodSync, chownSync, mkdirSync, realpathSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, resolve } from 'node:path'
import { locateBinaries } from './binaries.ts'
import { chooseOwner, prepareCluster } from './cluster.ts'
import type { ProcessOwner } from './launch.ts'
import { lockFolder } from './lock.ts'
import { type ServerProcessOptions, startServerProcess } from './server-process.ts'
import { chooseSharedBuffers } from './shared-buffers.ts'
import { clearStale } from './stale.ts'
import { supervise } from './supervise.ts'

const PORT = 5432
/** A socket address is limited to 107 bytes, of which the server needs the last 22 for its own file name. */
const SOCKET_FOLDER_MAX_LENGTH = 85

/** A PostgreSQL server that belongs to this process. It listens on a Unix socket only. */
export interface EmbeddedPostgres {
  /** The folder of the socket, which clients use as host. */
  host: string
  port: number
  /** Settles with the reason when the server ended and could not be restarted. Never settles after `stop`. */
  lost: Promise<Error>
  stop(): Promise<void>
}

export interface EmbeddedOptions {
  /** Receives the server's own log, line by line. */
  log?: (line: string) => void
  /** Receives messages for the operator: an orphan was stopped, the server was restarted. */
  notice?: (line: string) => void
  /** Server settings, such as `{ fsync: 'off' }` for throw-away test servers. */
  settings?: Record<string, string>
}

/**
 * Starts a PostgreSQL server on a data folder, which is created on first use. Recovers from every way in which an
 * earlier run may have ended, and restarts the server when it dies (see docs/operations.md). Throws a message for the
 * operator when the folder cannot be used.
 */
export async function startEmbeddedPostgres(
  dataFolder: string,
  { log = () => {}, notice = () => {}, settings = {} }: EmbeddedOptions = {},
): Promise<EmbeddedPostgres> {
  const bin = join(locateBinaries(), 'bin')
  const folder = resolveFolder(dataFolder)
  const owner = chooseOwner(folder)
  const lock = lockFolder(folder, owner)
  try {
    await prepareCluster(bin, folder, owner)
    const sockets = prepareSocketFolder(folder, owner)
    const options: ServerProcessOptions = {
      bin,
      folder,
      owner,
      log,
      settings: { ...ownSettings(folder, sockets), ...settings },
    }
    const server = await supervise(async () => {
      await clearStale(folder, sockets, notice)
      return startServerProcess(options)
    }, notice)
    const stop = async () => {
      await server.stop()
      lock.release()
    }
    return { host: sockets, port: Number(options.settings.port), lost: server.lost, stop }
  } catch (error) {
    lock.release()
    throw error
  }
}

function ownSettings(folder: string, sockets: string): Record<string, string> {
  return {
    listen_addresses: '',
    unix_socket_permissions: '0700',
    unix_socket_directories: sockets,
    port: String(PORT),
    shared_buffers: chooseSharedBuffers(folder),
    restart_after_crash: 'on',
    // The realtime service streams changes by logical decoding. A slot that falls behind is cut off before it fills the
    // disk.
    wal_level: 'logical',
    max_slot_wal_keep_size: '512MB',
  }
}

/** Returns the folder's real path, because the kernel reports real paths and `postmaster.pid` is compared with them. */
function resolveFolder(dataFolder: string): string {
  const parent = dirname(resolve(dataFolder))
  mkdirSync(parent, { recursive: true, mode: 0o700 })
  return join(realpathSync(parent), basename(dataFolder))
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
