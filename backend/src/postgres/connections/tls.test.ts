import { chownSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findFreePort } from '../../../test/find-free-port.ts'
import { createScratchFolder } from '../../../test/scratch-folder.ts'
import { createTestCertificate } from '../../../test/test-certificate.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded/start.ts'
import { openPool } from './open-pool.ts'
import { openReplication } from './replication-connection.ts'

/** A PostgreSQL server that accepts TCP connections with TLS only. Its certificate is valid for `localhost`. */
const folder = createScratchFolder('memory')
const port = await findFreePort()
const files = { trusted: join(folder.path, 'trusted.pem'), other: join(folder.path, 'other.pem') }
let server: EmbeddedPostgres

beforeAll(async () => {
  const data = join(folder.path, 'pg')
  server = await startEmbeddedPostgres(data, {
    settings: { fsync: 'off', listen_addresses: '127.0.0.1', port: String(port) },
  })
  const { uid, gid } = statSync(data)
  const write = (name: string, content: string) => {
    writeFileSync(join(data, name), content, { mode: 0o600 })
    chownSync(join(data, name), uid, gid)
  }
  const own = createTestCertificate('localhost')
  writeFileSync(files.trusted, own.certificate)
  writeFileSync(files.other, createTestCertificate('localhost').certificate)
  write('server.key', own.key)
  write('server.crt', own.certificate)
  write('pg_hba.conf', 'local all all trust\nhostssl all all 127.0.0.1/32 trust\n')
  await using sql = openOwnPool({ socket: server.host, port, database: 'postgres' })
  await sql.unsafe('alter system set ssl = on')
  await sql`select pg_reload_conf()`
  // The server applies the settings a moment later.
  await vi.waitFor(() => isEncrypted('localhost', 'sslmode=require'), { timeout: 30_000 })
})

afterAll(async () => {
  await server.stop()
  folder[Symbol.dispose]()
})

function openOwnPool(address: Parameters<typeof openPool>[0]) {
  const sql = openPool(address, { max: 1 })
  return Object.assign(sql, { [Symbol.asyncDispose]: () => sql.end() })
}

const toUrl = (host: string, query: string) => `postgres://postgres@${host}:${port}/postgres?${query}`

/** Connects, and returns true if the server sees TLS. */
async function isEncrypted(host: string, query: string): Promise<boolean> {
  await using sql = openOwnPool({ url: toUrl(host, query) })
  const [row] = await sql<{ ssl: boolean }[]>`select ssl from pg_stat_ssl where pid = pg_backend_pid()`
  return row?.ssl ?? false
}

test.each([
  ['localhost', ''],
  ['localhost', 'sslmode=prefer'],
  ['127.0.0.1', 'sslmode=require'],
  ['localhost', `sslmode=verify-full&sslrootcert=${files.trusted}`],
  ['127.0.0.1', `sslmode=verify-ca&sslrootcert=${files.trusted}`],
  ['127.0.0.1', `sslmode=require&sslrootcert=${files.trusted}`],
])('encrypts the connection to %s by %j', async (host, query) => {
  expect(await isEncrypted(host, query)).toBe(true)
})

test.each([
  [
    'a host that the certificate does not name',
    '127.0.0.1',
    `sslmode=verify-full&sslrootcert=${files.trusted}`,
    /altnames/,
  ],
  ['an unknown CA', 'localhost', 'sslmode=verify-full', /self-signed certificate/],
  ['a wrong CA', 'localhost', `sslmode=verify-full&sslrootcert=${files.other}`, /self-signed certificate/],
  ['a wrong CA with verify-ca', 'localhost', `sslmode=verify-ca&sslrootcert=${files.other}`, /self-signed certificate/],
  ['a wrong CA with require', 'localhost', `sslmode=require&sslrootcert=${files.other}`, /self-signed certificate/],
  ['a connection without TLS', 'localhost', 'sslmode=disable', /no encryption/],
])('rejects %s', async (_, host, query, reason) => {
  await expect(isEncrypted(host, query)).rejects.toThrow(reason)
})

test('verifies the server of a replication connection too', async () => {
  const open = (file: string) =>
    openReplication({ url: toUrl('localhost', `sslmode=verify-full&sslrootcert=${file}`) }, {})
  await expect(open(files.other)).rejects.toThrow(/self-signed certificate/)
  const connection = await open(files.trusted)
  expect(await connection.run('IDENTIFY_SYSTEM')).toHaveLength(1)
  await connection.close()
})
