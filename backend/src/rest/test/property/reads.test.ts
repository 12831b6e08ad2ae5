import fc from 'fast-check'
import { afterAll, expect, test } from 'vitest'
import { createLibraryService, KEYS } from '../library-service.ts'
import { runNaively } from './naive-sql.ts'
import { type RandomNode, randomNode, randomRead } from './random-request.ts'
import { toUrl } from './request-url.ts'

/** CI sends the same requests each time; REST_PROPERTY_RUNS=20000 sends more and different ones. */
const RUNS = Number(process.env.REST_PROPERTY_RUNS ?? 300)
const SEED = process.env.REST_PROPERTY_RUNS === undefined ? { seed: 20_261_120 } : {}

const museum = await createLibraryService(
  { schemas: ['public', 'archive'], aggregatesEnabled: true, maxRows: 0 },
  'museum-schema.sql',
)
afterAll(() => museum.close())
const owner = museum.database.connect('owner', { max: 1 })
await owner`set timezone to 'UTC'`

/** Compares rows and count of the service with those of the tables. */
async function expectSame(node: RandomNode, from?: string, path?: string, given?: [string, string][]): Promise<void> {
  const { rows, total } = await runNaively(owner, node, from)
  const url = toUrl(node, path, given)
  const response = await museum.request(url, { key: KEYS.secretKey, headers: { prefer: 'count=exact' } })
  const text = await response.text()
  if ((node.offset ?? 0) > total) {
    expect(response.status, text).toBe(416)
    return
  }
  expect([200, 206], `${url}\n${text}`).toContain(response.status)
  expect(JSON.parse(text), url).toEqual(rows)
  expect(response.headers.get('content-range')?.split('/')[1], url).toBe(String(total))
}

test('returns the same as plain SQL for random reads (rest 21)', { timeout: 60_000 + RUNS * 100 }, async () => {
  await fc.assert(
    fc.asyncProperty(randomRead(2), async (node) => expectSame(node)),
    { numRuns: RUNS, ...SEED },
  )
})

test('returns the same as plain SQL for random reads of a function’s rows (rest 21)', {
  timeout: 60_000 + RUNS * 100,
}, async () => {
  const node = randomNode('works', 1)
  await fc.assert(
    fc.asyncProperty(node, fc.constantFrom('0', '8', '12.5'), async (works, price) => {
      const from = `public.list_works(${price})`
      // The argument of a computed relationship is a row of the table, so the plain SQL reads it there.
      await expectSame(works, from, '/rpc/list_works', [['min_price', price]])
    }),
    { numRuns: Math.ceil(RUNS / 2), ...SEED },
  )
})
