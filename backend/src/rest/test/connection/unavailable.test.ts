import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, inject, test } from 'vitest'
import { findFreePort } from '../../../../test/find-free-port.ts'
import { createLog } from '../../../http/log.ts'
import { openDatabase } from '../../../postgres/database.ts'
import { createRestService } from '../../service.ts'
import { parseRestSettings } from '../../settings.ts'
import { createLibraryService, KEYS } from '../library-service.ts'

/** A proxy in front of PostgreSQL that can be closed and can drop connections while they open. */
const library = await createLibraryService()
const folder = mkdtempSync(join(tmpdir(), 'rest-door-'))
const { socket: host, port } = inject('databaseServer')
const open = new Set<Socket>()
let mode: 'pass' | 'drop' | 'drop later' = 'pass'
const door = createServer((client) => {
  if (mode === 'drop') {
    client.destroy()
    return
  }
  const server = connect(join(host, `.s.PGSQL.${port}`))
  for (const side of [client, server]) {
    open.add(side)
    side.on('error', () => {})
    side.on('close', () => {
      open.delete(side)
      client.destroy()
      server.destroy()
    })
  }
  client.pipe(server)
  // Drops the connection after the first response of the server.
  if (mode === 'drop later') server.once('data', () => client.destroy())
  else server.pipe(client)
})
await new Promise<void>((resolve) => door.listen(join(folder, '.s.PGSQL.5432'), resolve))
const loseAll = () => {
  for (const socket of open) socket.destroy()
}

const [{ name } = { name: '' }] = await library.database.connect('owner', { max: 1 })<
  { name: string }[]
>`select current_database() as name`
const database = openDatabase({ socket: folder, port: 5432, database: name }, 'seed')
const service = await createRestService({
  connect: database.connect,
  tokens: library.tokens,
  keys: KEYS,
  log: createLog('error', () => {}),
  settings: { ...parseRestSettings(), poolSize: 2 },
})
afterAll(async () => {
  await service.close()
  await database.close()
  loseAll()
  door.close()
  rmSync(folder, { recursive: true, force: true })
  await library.close()
})

const sendRequest = async () => {
  const start = performance.now()
  const response = await service.fetch(
    new Request('http://backend.test/rest/v1/books?limit=1', { headers: { apikey: KEYS.publishableKey } }),
  )
  return { status: response.status, milliseconds: performance.now() - start }
}

test.each(['drop', 'drop later'] as const)(
  'reports a connection that is lost while it opens (%s) at once and replaces it (rest 14.2)',
  { timeout: 60_000 },
  async (way) => {
    for (let round = 0; round < 3; round += 1) {
      mode = 'pass'
      expect((await Promise.all([sendRequest(), sendRequest(), sendRequest()])).map(({ status }) => status)).toEqual([
        200, 200, 200,
      ])
      mode = way
      loseAll()
      const lost = await Promise.all([sendRequest(), sendRequest(), sendRequest()])
      expect(lost.map(({ status }) => status)).toEqual([503, 503, 503])
      expect(Math.max(...lost.map(({ milliseconds }) => milliseconds))).toBeLessThan(6000)
      mode = 'pass'
      const after = await Promise.all([sendRequest(), sendRequest(), sendRequest(), sendRequest()])
      expect(after.map(({ status }) => status)).toEqual([200, 200, 200, 200])
      expect(Math.max(...after.map(({ milliseconds }) => milliseconds))).toBeLessThan(6000)
    }
  },
)

test('returns 503 until the schema can be read, then listens for its changes (rest 14.2)', async () => {
  mode = 'drop'
  const late = openDatabase({ socket: folder, port: 5432, database: name }, 'seed')
  const early = await createRestService({
    connect: late.connect,
    tokens: library.tokens,
    keys: KEYS,
    log: createLog('error', () => {}),
    settings: { ...parseRestSettings(), poolSize: 2 },
  })
  const get = (path: string) =>
    early.fetch(new Request(`http://backend.test/rest/v1${path}`, { headers: { apikey: KEYS.publishableKey } }))
  const unknown = await get('/books?limit=1')
  expect([unknown.status, unknown.headers.get('retry-after'), await unknown.json()]).toEqual([
    503,
    '1',
    {
      code: 'PGRST002',
      message: 'Could not query the database for the schema cache. Retrying.',
      details: null,
      hint: null,
    },
  ])
  mode = 'pass'
  await expect.poll(async () => (await get('/books?limit=1')).status, { timeout: 5000 }).toBe(200)
  await library.database
    .connect('owner', { max: 1 })
    .unsafe('create table arrived (id integer); grant select on arrived to anon')
  await expect.poll(async () => (await get('/arrived')).status, { timeout: 5000 }).toBe(200)
  await early.close()
  await late.close()
})

test('connects to a database given as a URL in the same way', async () => {
  const tcp = createServer((client) => {
    const other = connect(join(host, `.s.PGSQL.${port}`))
    for (const side of [client, other]) side.on('error', () => {})
    client.pipe(other).pipe(client)
  })
  const tcpPort = await findFreePort()
  await new Promise<void>((resolve) => tcp.listen(tcpPort, '127.0.0.1', resolve))
  const remote = openDatabase({ url: `postgres://postgres@127.0.0.1:${tcpPort}/${name}` }, 'seed')
  const reached = await createRestService({
    connect: remote.connect,
    tokens: library.tokens,
    keys: KEYS,
    log: createLog('error', () => {}),
    settings: { ...parseRestSettings(), poolSize: 2 },
  })
  const request = () =>
    new Request('http://backend.test/rest/v1/books?select=title&id=eq.1', { headers: { apikey: KEYS.publishableKey } })
  const responses = await Promise.all([1, 2, 3, 4].map(async () => (await reached.fetch(request())).json()))
  expect(responses).toEqual(responses.map(() => [{ title: 'Engines' }]))
  await reached.close()
  await remote.close()
  tcp.close()
})
