import { expect, test } from 'vitest'
import { KEYS, readRows } from '../library-service.ts'
import { type Answer, type Ask, openMuseum } from './museum.ts'

const museum = await openMuseum()
const works = (select = 'id') => museum.client.from('works').select(select)

test.each<[string, Ask, Partial<Answer>]>([
  ['returns a page without a count (rest 8)', () => works().order('id').range(0, 1), { count: null, status: 200 }],
  [
    'returns 206 for a part of the counted rows (rest 8)',
    () => museum.client.from('works').select('id', { count: 'exact' }).limit(2),
    { count: 6, status: 206 },
  ],
  [
    'returns 200 for all counted rows (rest 8)',
    () => museum.client.from('works').select('id', { count: 'exact' }),
    { count: 6, status: 200 },
  ],
  [
    'returns 416 beyond the counted rows (rest 8)',
    () => museum.client.from('works').select('id', { count: 'exact' }).range(50, 60),
    { status: 416, data: null },
  ],
  [
    'returns 200 for a count of no rows (rest 8)',
    () => museum.client.from('works').select('id', { count: 'exact' }).lt('id', 0),
    { count: 0, status: 200 },
  ],
  [
    'returns only the count for HEAD (rest 8)',
    () => museum.client.from('works').select('*', { count: 'exact', head: true }),
    { count: 6, data: null },
  ],
  [
    'returns 206 for HEAD of a page (rest 8)',
    () => museum.client.from('works').select('*', { count: 'exact', head: true }).limit(1),
    { count: 6, status: 206 },
  ],
  [
    'counts exactly below the threshold of estimated counts (rest 8)',
    () => museum.client.from('works').select('id', { count: 'estimated' }).limit(1),
    { count: 6 },
  ],
  [
    'counts only rows that inner embeds keep (rest 8)',
    () => museum.client.from('rooms').select('id,visits!inner(id)', { count: 'exact' }),
    { count: 2 },
  ],
  [
    'counts only rows that null filters on embeds keep (rest 8)',
    () => museum.client.from('rooms').select('id,visits()', { count: 'exact' }).is('visits', null),
    { count: 1 },
  ],
  [
    'counts only rows that filters of an inner embed keep (rest 8)',
    () =>
      museum.client.from('rooms').select('id,visits!inner(id)', { count: 'exact' }).gt('visits.people', 15).limit(1),
    { count: 2, status: 206 },
  ],
])('%s', async (_name, sendRequest, expected) => {
  expect(await sendRequest(museum.client)).toMatchObject(expected)
})

test('returns the estimate of the planner for count=planned (rest 8)', async () => {
  const { count, status } = (await museum.client.from('works').select('id', { count: 'planned' }).limit(1)) as Answer
  expect(count).toBeGreaterThan(0)
  expect([200, 206]).toContain(status)
})

test('limits the rows of every response and embed (rest 8)', async () => {
  const small = await openMuseum({ maxRows: 2 })
  const { data } = await small.client.from('works').select('id,work_shows(show_id)').limit(5)
  expect(data).toHaveLength(2)
  const rooms = await small.client.from('rooms').select('works(id)').eq('id', 2)
  expect((rooms.data as unknown as { works: unknown[] }[])[0]?.works).toHaveLength(2)
  const all = await small.client.from('rooms').update({ floor: 7 }).gt('id', 0).select('id')
  expect(all.data).toHaveLength(3)
  const counted = await small.client.from('works').select('id', { count: 'exact' })
  expect([counted.count, counted.data?.length]).toEqual([6, 2])
  // A new table has no statistics, so the estimate is greater than the limit.
  const guessed = await small.client.from('works').select('id', { count: 'estimated' })
  expect(guessed.count).toBeGreaterThanOrEqual(3)
  expect((await small.client.rpc('list_works', {}, { count: 'estimated' })).count).toBe(5)
})

test.each(['9223372036854775807', '9223372036854775808', '99999999999999999999'])(
  'returns an empty page for offset=%s, even in embeds (rest 8)',
  async (offset) => {
    const page = await museum.request(`/works?select=id&offset=${offset}`, { key: KEYS.secretKey })
    expect([page.status, await page.json()]).toEqual([200, []])
    const embed = await museum.request(`/rooms?select=visits(id)&visits.offset=${offset}&limit=1`, {
      key: KEYS.secretKey,
    })
    expect([embed.status, await embed.json()]).toEqual([200, [{ visits: [] }]])
    const headers = { prefer: 'count=exact' }
    const counted = await museum.request(`/works?select=id&offset=${offset}`, { key: KEYS.secretKey, headers })
    expect([counted.status, counted.headers.get('content-range')]).toEqual([416, '*/6'])
  },
)

test('returns all rows for limit=99999999999999999999 (rest 8)', async () => {
  const page = await museum.request('/works?select=id&limit=99999999999999999999', { key: KEYS.secretKey })
  expect([page.status, await readRows(page)]).toMatchObject([200, { length: 6 }])
})
