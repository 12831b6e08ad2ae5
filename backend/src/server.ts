import type { Server } from 'node:http'
import { join } from 'node:path'
import { Hono } from 'hono'
import type { Config } from './config.ts'
import type { ApiKeys } from './http/caller.ts'
import { createLog } from './http/log.ts'
import { createTokens } from './http/tokens.ts'
import { type DatabaseAddress, openDatabase, setLoginPasswords } from './postgres/database.ts'
import { startEmbeddedPostgres } from './postgres/embedded/start.ts'
import { type MigrationSet, migrate } from './postgres/migrations.ts'
import { loadSecrets } from './secrets.ts'

const MIGRATIONS = join(import.meta.dirname, '../migrations')
const APP_MIGRATIONS = join(import.meta.dirname, '../../supabase/migrations')

/** What a database needs before the services can use it, in this order. */
export const MIGRATION_SETS: MigrationSet[] = [
  { name: 'base', folder: join(MIGRATIONS, 'base') },
  { name: 'auth', folder: join(MIGRATIONS, 'auth') },
  { name: 'storage', folder: join(MIGRATIONS, 'storage') },
  { name: 'app', folder: APP_MIGRATIONS },
]

/** The paths under which the services answer. */
export const SERVICE_PREFIXES = ['/auth/v1', '/rest/v1', '/storage/v1'] as const

/** The backend of one process: all services over one database. */
export interface Backend {
  /** Answers a request whose path begins with one of {@link SERVICE_PREFIXES}; no network hop when called in process. */
  fetch(request: Request): Promise<Response>
  /** Takes over the upgrade requests of the realtime service on an HTTP server. */
  attach(server: Server): void
  keys: ApiKeys
  close(): Promise<void>
}

/** Starts the database if it is ours, migrates it, and mounts every service. Throws a sentence for the operator. */
export async function createBackend(config: Config): Promise<Backend> {
  const log = createLog(config.logLevel)
  const secrets = await loadSecrets(config.dataFolder, config.secrets)
  const embedded = config.databaseUrl
    ? undefined
    : await startEmbeddedPostgres(join(config.dataFolder, 'pg'), { log: (line) => log.debug('postgres', { line }) })
  const address: DatabaseAddress = embedded
    ? { socket: embedded.host, port: embedded.port, database: 'postgres' }
    : { url: config.databaseUrl ?? '' }
  const database = openDatabase(address, secrets.jwtSecret)
  const owner = database.connect('owner', { max: 2 })
  for (const file of await migrate(owner, MIGRATION_SETS)) log.info('migration applied', { file })
  if (!embedded) await setLoginPasswords(owner, secrets.jwtSecret)
  const tokens = await createTokens(secrets.jwtKeys, secrets.jwtSecret)

  const app = new Hono()
  app.get('/auth/v1/.well-known/jwks.json', (context) => context.json({ keys: tokens.publicKeys }))

  return {
    fetch: async (request) => app.fetch(request),
    attach: () => {},
    keys: secrets,
    close: async () => {
      await database.close()
      await embedded?.stop()
    },
  }
}
