/**
 * The storage service behind an HTTP server in its own process, so that the client does not share its thread. Started
 * by storage.ts with the folder for all data, and by storage-folder.ts with that folder and a number of rows without
 * files. Reports its port, then its CPU time on request.
 */
import { createServer } from 'node:http'
import { join } from 'node:path'
import { getRequestListener } from '@hono/node-server'
import { exportJWK, generateKeyPair } from 'jose'
import { createLog } from '../backend/src/http/log.ts'
import { createTokens } from '../backend/src/http/tokens/tokens.ts'
import { openDatabase } from '../backend/src/postgres/database.ts'
import { startEmbeddedPostgres } from '../backend/src/postgres/embedded/start.ts'
import { migrate } from '../backend/src/postgres/migrations.ts'
import { MIGRATION_SETS } from '../backend/src/start/prepare-database.ts'
import { createStorageService } from '../backend/src/storage/service.ts'
import { parseStorageSettings } from '../backend/src/storage/settings.ts'
import { reportTo } from './server-report.ts'
import { STORAGE_KEYS } from './storage-keys.ts'

const [, , folder = '', files] = process.argv
const postgres = await startEmbeddedPostgres(join(folder, 'pg'))
const database = openDatabase({ socket: postgres.host, port: postgres.port, database: 'postgres' }, 'seed of the bench')
const owner = database.connect('owner', { max: 1 })
await migrate(owner, MIGRATION_SETS)
if (files !== undefined) {
  await owner`insert into storage.buckets (id, name) values ('bench', 'bench')`
  await owner`insert into storage.objects (bucket_id, name, owner_id, metadata)
    select 'bench', 'flat/' || md5(n::text) || '.jpg', 'somebody', '{"size": 1, "mimetype": "image/jpeg"}'
    from generate_series(1, ${Number(files)}::int) as n`
  await owner`create policy bench on storage.objects for select to anon
    using (bucket_id = 'bench' and (owner_id = 'somebody' or name like 'shared/%'))`
  await owner`analyze storage.objects`
}
const { privateKey } = await generateKeyPair('ES256', { extractable: true })
const key = { ...(await exportJWK(privateKey)), kid: 'bench', alg: 'ES256', key_ops: ['sign'] }
const service = await createStorageService({
  connect: database.connect,
  tokens: await createTokens([key], 'a shared secret for the bench, long enough'),
  keys: STORAGE_KEYS,
  settings: parseStorageSettings({ STORAGE_FILE_SIZE_LIMIT: '100mb' }),
  dataFolder: folder,
  log: createLog('warn'),
})
const listener = getRequestListener((request, connection) => service.fetch(request, connection), {
  overrideGlobalObjects: false,
})
const server = createServer((request, response) => void listener(request, response))
reportTo(server, async () => {
  await service.close()
  await database.close()
  await postgres.stop()
})
