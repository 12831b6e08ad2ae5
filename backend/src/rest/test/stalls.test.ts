import { afterAll, expect, test } from 'vitest'
import { createLibraryService, KEYS, MINE, readError } from './library-service.ts'

const library = await createLibraryService({
  poolSize: 4,
  pagesPoolSize: 1,
  clientStatements: 2,
  clientQueue: 5,
  slowStatements: 1,
  acquireTimeoutMs: 10_000,
})
const owner = library.database.connect('owner', { max: 2 })
await owner.unsafe(`create function nap(seconds double precision) returns void language sql volatile
  as $$ select pg_sleep(seconds) $$; grant execute on function nap to anon, authenticated;
  create function nap_too_long(seconds double precision) returns void language plpgsql volatile
  as $$ begin perform pg_sleep(seconds); raise sqlstate '57014'; end $$; grant execute on function nap_too_long to anon; notify pgrst`)
await library.service.reload()
afterAll(() => library.close())

/** Calls a function as a visitor with an address, or as a member. */
function call(address: string, path: string, token?: string): Promise<Response> {
  const headers = { 'x-forwarded-for': address }
  return library.request(path, token === undefined ? { headers } : { headers, token })
}

const nap = (address: string, seconds: number, token?: string) => {
  const body = JSON.stringify({ seconds })
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': address }
  return library.request('/rpc/nap', { method: 'POST', body, headers, ...(token === undefined ? {} : { token }) })
}

const countNaps = async (): Promise<number> => {
  const [row] = await owner<{ naps: number }[]>`select count(*)::integer as naps from pg_stat_activity
    where datname = current_database() and state = 'active' and query like '%"nap"%' and pid <> pg_backend_pid()`
  return row?.naps ?? 0
}

test('serves others while one visitor fills the service with slow statements', async () => {
  const slow = Array.from({ length: 7 }, () => nap('198.51.100.1', 0.8))
  await expect.poll(countNaps).toBe(2)
  const statuses = await Promise.all(
    Array.from({ length: 12 }, async (_, i) => (await call(`203.0.113.${i}`, '/books?limit=1')).status),
  )
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect(await countNaps()).toBeGreaterThan(0)
  expect((await Promise.all(slow)).map(({ status }) => status)).toEqual(slow.map(() => 204))
})

test('returns 503 for a statement that timed out while others wait, and 500 otherwise (rest 14.4)', async () => {
  const postTimeOut = () =>
    library.request('/rpc/nap_too_long', {
      method: 'POST',
      body: '{"seconds":0.2}',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '198.51.100.9' },
    })
  expect((await postTimeOut()).status).toBe(500)
  const late = postTimeOut()
  const others = Array.from({ length: 12 }, (_, i) => nap(`203.0.113.${i}`, 0.4))
  const response = await late
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, expect.stringMatching(/^\d+$/)])
  await Promise.all(others)
})

test('runs one statement at a time for a client whose statements were slow', async () => {
  const slow = Array.from({ length: 3 }, () => nap('198.51.100.1', 0.3))
  await expect.poll(countNaps).toBe(1)
  await Promise.race(slow)
  expect(await countNaps()).toBeLessThanOrEqual(1)
  await Promise.all(slow)
})

test('returns 429 with Retry-After when the queue of one client is full, by /64 for IPv6', async () => {
  const addresses = Array.from({ length: 8 }, (_, i) => `2001:db8:1:2::${i}`)
  const requested = addresses.map((address) => nap(address, 0.2))
  const elsewhere = await call('2001:db8:1:3::1', '/books?limit=1')
  expect(elsewhere.status).toBe(200)
  const rejected = (await Promise.all(requested)).filter(({ status }) => status !== 204)
  expect(rejected.map(({ status }) => status)).toEqual([429])
  expect(rejected.map(({ headers }) => headers.get('retry-after'))).toEqual(['2'])
  expect(rejected[0] && (await readError(rejected[0]))).toMatchObject({ code: 'PT429', details: null, hint: null })
})

test('counts requests of members by account and not by address', async () => {
  const token = await library.tokens.sign({ sub: MINE, role: 'authenticated' })
  const requested = Array.from({ length: 7 }, () => nap('192.0.2.1', 0.1))
  const member = Array.from({ length: 7 }, (_, i) => nap(`192.0.2.${i}`, 0.1, token))
  const statuses = (await Promise.all([...requested, ...member])).map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([204]))
})

test('serves the calls of pages on their own connections', async () => {
  const slow = Array.from({ length: 4 }, (_, i) => nap(`192.0.2.1${i}`, 1.5))
  await expect.poll(countNaps).toBe(4)
  const request = new Request('http://backend.test/rest/v1/books?limit=1', {
    headers: { apikey: KEYS.publishableKey },
  })
  const page = library.service.fetch(request, { isFromPage: true })
  expect((await Promise.race([page, ...slow])).status).toBe(200)
  await Promise.all(slow)
})

test.each(['57P01', '57P02', '57P03', '53300'])(
  'returns 503 with Retry-After for SQLSTATE %s (rest 14.3)',
  async (state) => {
    const response = await library.request('/rpc/raise_state', {
      method: 'POST',
      body: JSON.stringify({ state }),
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '192.0.2.200' },
    })
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1'])
  },
)
