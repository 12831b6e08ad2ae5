/**
 * The realtime service behind an HTTP server in its own process, so that the clients do not share its thread. Started
 * by realtime.ts with the folder of its database, and by realtime-soak.ts with the socket of a running one. Reports its
 * port, then its CPU time and memory on request.
 */
import { createServer } from 'node:http'
import { join } from 'node:path'
import { exportJWK, generateKeyPair } from 'jose'
import { createLog } from '../backend/src/http/log.ts'
import { createTokens } from '../backend/src/http/tokens/tokens.ts'
import { openDatabase } from '../backend/src/postgres/database.ts'
import { startEmbeddedPostgres } from '../backend/src/postgres/embedded/start.ts'
import { migrate } from '../backend/src/postgres/migrations.ts'
import { openSources } from '../backend/src/realtime/open-sources.ts'
import { createRealtimeService } from '../backend/src/realtime/service.ts'
import { parseRealtimeSettings } from '../backend/src/realtime/settings.ts'
import { MIGRATION_SETS } from '../backend/src/start/prepare-database.ts'
import { reportTo } from './server-report.ts'

const [, , folder = '', runningAt] = process.argv
const UNLIMITED = '100000000'
const postgres = runningAt === undefined ? await startEmbeddedPostgres(join(folder, 'pg')) : undefined
const address = { socket: postgres?.host ?? runningAt ?? '', port: 5432, database: 'postgres' }
const database = openDatabase(address, 'seed of the bench')
const owner = database.connect('owner', { max: 1 })
if (postgres) await migrate(owner, MIGRATION_SETS)
const { privateKey } = await generateKeyPair('ES256', { extractable: true })
const key = { ...(await exportJWK(privateKey)), kid: 'bench', alg: 'ES256', key_ops: ['sign'] }
const log = createLog('warn')
const settings = parseRealtimeSettings({
  REALTIME_MAX_CONNECTIONS: UNLIMITED,
  REALTIME_MAX_CONNECTIONS_PER_ADDRESS: UNLIMITED,
  REALTIME_MAX_JOINS_PER_SECOND: UNLIMITED,
  REALTIME_MAX_MESSAGES_PER_SECOND: UNLIMITED,
  REALTIME_MAX_PRESENCE_MESSAGES_PER_SECOND: UNLIMITED,
})
const sources = await openSources({ database, owner, isAlone: true, settings, log })
await sources.whenLive()
const service = createRealtimeService({
  connect: database.connect,
  tokens: await createTokens([key], 'a shared secret for the bench, long enough'),
  keys: { publishableKey: 'sb_publishable_bench', secretKey: 'sb_secret_bench' },
  settings,
  log,
  sources,
})
const server = createServer()
server.on('upgrade', service.upgrade)
reportTo(
  server,
  async () => {
    await service.close()
    await sources.close()
    await database.close()
    await postgres?.stop()
  },
  () => ({ ...service.counters }),
)
