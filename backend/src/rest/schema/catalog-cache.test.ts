import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { createLog } from '../../http/log.ts'
import type { Sql } from '../../postgres/statements/sql.ts'
import { parseRestSettings } from '../settings.ts'
import { openMuseum } from '../test/contract/museum.ts'
import { createCatalogCache } from './catalog-cache.ts'
import { CATALOG_SETTINGS } from './load-catalog.ts'

test('reads the catalog once at start, and again after a notification (rest 16.2)', async () => {
  const { database } = await openMuseum()
  let reads = 0
  const open = (): Sql => {
    const sql = database.connect('authenticator', { max: 1, settings: CATALOG_SETTINGS })
    const unsafe: Sql['unsafe'] = (text, ...rest) => {
      if (text.includes('pg_relation_is_updatable')) reads += 1
      return sql.unsafe(text, ...rest)
    }
    return new Proxy(sql, { get: (target, name) => (name === 'unsafe' ? unsafe : Reflect.get(target, name)) })
  }
  const cache = await createCatalogCache(open, parseRestSettings({}), createLog('error'))
  await sleep(200)
  expect(reads).toBe(1)
  await database.connect('owner', { max: 1 })`create table public.late_guests (name text)`
  await database.connect('owner', { max: 1 })`notify pgrst`
  const listNames = () => [...(cache.find()?.catalog.relations.values() ?? [])].map(({ name }) => name)
  await vi.waitFor(() => expect(listNames()).toContain('late_guests'))
  await cache.close()
})
