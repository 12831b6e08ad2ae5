import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { createLog } from '../../http/log.ts'
import type { Sql } from '../../postgres/statements/sql.ts'
import { parseRestSettings } from '../settings.ts'
import { openMuseum } from '../test/contract/museum.ts'
import { type CatalogCache, createCatalogCache } from './catalog-cache.ts'
import { CATALOG_SETTINGS } from './load-catalog.ts'

/** Creates a cache that calls back before it reads the relations, which it does once per reload. */
async function openCache(onRead: () => void | Promise<void>) {
  const { database } = await openMuseum()
  const open = (): Sql => {
    const sql = database.connect('authenticator', { max: 1, settings: CATALOG_SETTINGS })
    const unsafe: Sql['unsafe'] = async (text, ...rest) => {
      if (text.includes('pg_relation_is_updatable')) await onRead()
      return sql.unsafe(text, ...rest)
    }
    return new Proxy(sql, { get: (target, name) => (name === 'unsafe' ? unsafe : Reflect.get(target, name)) })
  }
  const cache = await createCatalogCache(open, parseRestSettings({}), createLog('error'))
  return { cache, owner: database.connect('owner', { max: 1 }) }
}

test('warns once about configured schemas that do not exist (rest 16.1)', async () => {
  const { database } = await openMuseum()
  const lines: string[] = []
  const log = createLog('warn', (line) => void lines.push(line))
  const settings = parseRestSettings({ PGRST_DB_SCHEMAS: 'nope,public,graphql_public' })
  const open = () => database.connect('authenticator', { max: 1, settings: CATALOG_SETTINGS })
  const cache = await createCatalogCache(open, settings, log)
  await cache.reload()
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { message: 'PGRST_DB_SCHEMAS contains schemas that do not exist', schemas: ['nope'] },
  ])
  expect(cache.find()?.settings.schemas).toEqual(['public'])
  await cache.close()
})

const listNames = (cache: CatalogCache) => [...(cache.find()?.catalog.relations.values() ?? [])].map(({ name }) => name)

test('reads the catalog once at start, and again after a notification (rest 16.2)', async () => {
  let reads = 0
  const { cache, owner } = await openCache(() => {
    reads += 1
  })
  await sleep(200)
  expect(reads).toBe(1)
  await owner`create table public.late_guests (name text)`
  await owner`notify pgrst`
  await vi.waitFor(() => expect(listNames(cache)).toContain('late_guests'))
  await cache.close()
})

test('reads the catalog again after a failure, and serves the previous one until then (rest 16.1)', async () => {
  let failures = 1
  const { cache, owner } = await openCache(() => {
    if (failures-- > 0) throw new Error('The connection is lost.')
  })
  expect(cache.find()).toBeUndefined()
  await vi.waitFor(() => expect(listNames(cache)).toContain('artists'), 5000)
  failures = 1
  await owner`create table public.later_guests (name text)`
  await vi.waitFor(() => expect(failures).toBeLessThan(1), 5000)
  expect(listNames(cache)).toContain('artists')
  await vi.waitFor(() => expect(listNames(cache)).toContain('later_guests'), 5000)
  await cache.close()
})

test('reads the catalog once at a time, however many notifications arrive (rest 16.2)', async () => {
  let [running, mostRunning, reads] = [0, 0, 0]
  const { cache, owner } = await openCache(async () => {
    running += 1
    reads += 1
    mostRunning = Math.max(mostRunning, running)
    await sleep(500)
    running -= 1
  })
  const readsBefore = reads
  for (let count = 0; count < 20; count += 1) {
    await owner`notify pgrst`
    await sleep(30)
  }
  await owner`create table public.last_guests (name text)`
  await vi.waitFor(() => expect(listNames(cache)).toContain('last_guests'), 5000)
  expect(mostRunning).toBe(1)
  expect(reads - readsBefore).toBeGreaterThan(1)
  await cache.close()
})
