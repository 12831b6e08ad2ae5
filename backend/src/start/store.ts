import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Log } from '../http/log.ts'
import type { DatabaseAddress } from '../postgres/connections/address.ts'
import { startEmbeddedPostgres } from '../postgres/embedded/start.ts'
import { prepareDataFolder } from './data-folder.ts'
import { loadSecrets, type Secrets } from './secrets.ts'
import { loadSharedSecrets } from './shared-secrets.ts'

/** The database and the secrets of this installation. */
export interface Store {
  address: DatabaseAddress
  secrets: Secrets
  /** Resolves with the reason when the embedded database has ended and cannot be restarted. */
  lost: Promise<Error>
  /** Stops the database if this process has started it. */
  close(): Promise<void>
}

interface StoreOptions {
  /** The embedded database, if another process runs it. */
  running?: DatabaseAddress | undefined
  /** The number of processes that will use the embedded database. */
  processes?: number
}

/** The number of connections that PostgreSQL accepts by default. */
const USUAL_CONNECTIONS = 100
/** The maximum number of connections that the pools of one process open. */
const CONNECTIONS_OF_A_PROCESS = 60

/**
 * Opens the secrets, and starts the embedded database if configured and not running. Throws an error for the operator.
 */
export async function openStore(
  config: Config,
  log: Log,
  { running, processes = 1 }: StoreOptions = {},
): Promise<Store> {
  const { dataFolder, databaseUrl } = config
  const elsewhere = { lost: new Promise<Error>(() => {}), close: async () => undefined }
  prepareDataFolder(dataFolder, { holdsDatabase: databaseUrl === undefined })
  if (databaseUrl !== undefined) {
    const secrets = await loadSharedSecrets(databaseUrl, dataFolder, config.secrets)
    return { ...elsewhere, address: { url: databaseUrl }, secrets }
  }
  const secrets = await loadSecrets(dataFolder, config.secrets)
  if (running) return { ...elsewhere, address: running, secrets }
  const postgres = await startEmbeddedPostgres(join(dataFolder, 'pg'), {
    log: (line) => log.debug('postgres', { line }),
    notice: (line) => log.warn(line),
    settings: { max_connections: String(Math.max(USUAL_CONNECTIONS, processes * CONNECTIONS_OF_A_PROCESS)) },
  })
  const address = { socket: postgres.host, port: postgres.port, database: 'postgres' }
  return { address, secrets, lost: postgres.lost, close: () => postgres.stop() }
}
