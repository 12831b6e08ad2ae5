import { afterAll, expect, test, vi } from 'vitest'
import { createLibraryService } from '../library-service.ts'

const library = await createLibraryService({ poolSize: 2, slowStatements: 2 })
afterAll(() => library.close())
const owner = library.database.connect('owner', { max: 1 })
await owner.unsafe(`create function sleep(seconds float8) returns void language sql volatile as $$ select pg_sleep(seconds) $$;
  grant execute on function sleep to anon`)
await library.service.reload()

const sleep = (seconds: number) =>
  library.request('/rpc/sleep', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ seconds }),
  })
const endConnections = () =>
  owner`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'authenticator' and datname = current_database()`
const countSleeping = async () => {
  const [row] = await owner<{ count: number }[]>`select count(*)::int as count from pg_stat_activity
    where usename = 'authenticator' and datname = current_database() and wait_event = 'PgSleep'`
  return row?.count
}

// The statement timeout ends both statements after 3 s, which is too short for a machine that stalls.
test('fails only the request whose connection is lost (rest 14.2)', { retry: 2 }, async () => {
  for (let round = 0; round < 2; round += 1) {
    const busy = [sleep(2.8), sleep(2.8)]
    await vi.waitFor(async () => expect(await countSleeping()).toBe(2), { timeout: 2500, interval: 20 })
    await endConnections()
    const statuses = (await Promise.all(busy)).map((response) => response.status)
    expect(statuses).toEqual([503, 503])
    const after = await Promise.all(Array.from({ length: 6 }, () => library.request('/books?limit=1')))
    expect(after.map((response) => response.status)).toEqual([200, 200, 200, 200, 200, 200])
  }
})

test('replaces connections that are lost while idle (rest 14.2)', async () => {
  for (let round = 0; round < 2; round += 1) {
    await pause(500)
    await endConnections()
    await pause(500)
    expect((await library.request('/books?limit=1')).status).toBe(200)
  }
})

test('ends a request after the statement timeout of its role (rest 14.3)', async () => {
  const errorCount = library.logged.length
  const response = await sleep(4)
  expect([response.status, await response.json()]).toMatchObject([500, { code: '57014' }])
  // Visitors could fill the log with them.
  expect(library.logged).toHaveLength(errorCount)
  expect((await library.request('/books?limit=1')).status).toBe(200)
})

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}
