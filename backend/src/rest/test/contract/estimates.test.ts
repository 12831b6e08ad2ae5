import { beforeAll, describe, expect, test } from 'vitest'
import { KEYS, MINE } from '../library-service.ts'
import { openMuseum } from './museum.ts'

const museum = await openMuseum({ planEnabled: true })
const owner = museum.database.connect('owner', { max: 1 })
await owner.unsafe(`
  create table finds (id integer primary key, depth integer, is_open boolean, artist_id integer references artists (id));
  alter table finds enable row level security;
  create policy "visitors read open finds" on finds for select to anon, authenticated using (is_open);
  insert into finds select n, case when n <= 30 then n else 500 + n % 500 end, n <= 30, 1 from generate_series(1, 3000) n;
  create view open_finds as select id, depth from finds where is_open;
  create table stones (id integer primary key, weight integer);
  insert into stones select n, n from generate_series(1, 12000) n;
  create table boulders (id integer primary key);
  insert into boulders values (1), (2);
  create table pebbles (id integer primary key);
  alter table pebbles enable row level security;
  create policy "everyone reads pebbles" on pebbles for select using (true);
  insert into pebbles select n from generate_series(1, 12000) n;
  create function heaviest(boulders) returns integer language sql stable as $$ select max(depth) from public.finds $$;
  create function list_finds() returns setof finds language sql stable as $$ select * from public.finds $$;
  analyze;
  grant select on finds, open_finds, stones, boulders, pebbles to anon, authenticated, service_role;
  grant execute on all functions in schema public to anon, authenticated, service_role`)
await museum.service.reload()

const total = async (path: string, count: string, key?: string) => {
  const response = await museum.request(path, { headers: { prefer: `count=${count}` }, ...(key ? { key } : {}) })
  return [response.status, response.headers.get('content-range')]
}

describe.each(['planned', 'estimated'])('count=%s', (count) => {
  test.each([
    ['/finds', 30],
    ['/finds?depth=eq.777', 0],
    ['/finds?depth=lt.100', 30],
    ['/finds?or=(depth.lte.15,depth.gt.990)&limit=1', 15],
    ['/open_finds?depth=lt.100', 30],
    ['/artists?select=id,finds!inner(id)&finds.depth=eq.777', 0],
    ['/artists?select=id,finds()&finds=not.is.null', 1],
  ])('counts only visible rows of %s for a caller under RLS (rest 8)', async (path, expected) => {
    const [, range] = await total(path, count)
    expect(range).toMatch(new RegExp(`/${expected}$`))
  })

  test('counts at most 10,000 rows for a caller under RLS (rest 8)', async () => {
    expect(await total('/pebbles?limit=2', count)).toEqual([206, '0-1/10000'])
  })

  test('counts at least to the end of the page (rest 8)', async () => {
    expect(await total('/pebbles?limit=2&offset=11000', count)).toEqual([206, '11000-11001/11002'])
    expect(await total('/pebbles?limit=2&offset=13000', count)).toEqual([416, '*/10000'])
  })

  test('uses the estimate of the planner where no row can be hidden (rest 8)', async () => {
    const statement = 'select 1 from stones where weight > 1 and weight < 11990'
    const [row] = await owner.unsafe<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }[]>(
      `explain (format json) ${statement}`,
    )
    const expected = row?.['QUERY PLAN'][0].Plan['Plan Rows']
    const [, range] = await total('/stones?weight=gt.1&weight=lt.11990&limit=1', count)
    expect(range).toBe(`0-0/${expected}`)
  })

  test('uses the estimate of the planner for a role that bypasses RLS (rest 8)', async () => {
    expect(await total('/finds?limit=1', count, KEYS.secretKey)).toEqual([206, '0-0/3000'])
  })
})

describe('execution plans', () => {
  let member: string
  beforeAll(async () => {
    member = await museum.tokens.sign({ sub: MINE, role: 'authenticated' })
  })
  const explain = async (path: string, init: { token?: string; key?: string; method?: string } = {}) => {
    const headers = { accept: 'application/vnd.pgrst.plan+json; options=analyze' }
    return (await museum.request(path, { headers, ...init })).status
  }

  test.each([
    '/finds',
    '/open_finds',
    '/boulders?select=heaviest',
    '/boulders?heaviest=eq.1',
    '/artists?select=id,finds(id)',
    '/artists?select=id,works!artist_id(id,artists!artist_id(finds(id)))',
    '/works?select=id,neighbour(id)',
    '/rpc/list_finds',
  ])('returns no plan of %s to callers under RLS (rest 13)', async (path) => {
    expect(await explain(path)).toBe(406)
    expect(await explain(path, { token: member })).toBe(406)
    expect(await explain(path, { key: KEYS.secretKey })).toBe(200)
  })

  test.each(['/stones', '/works?select=id,rooms(label),shows(name)&rooms.floor=eq.1', '/work_counts'])(
    'are available to everyone for %s, which hides no row (rest 13)',
    async (path) => {
      expect(await explain(path)).toBe(200)
    },
  )

  test.each([
    ['POST', '/rooms', '{"id":1}'],
    ['POST', '/rpc/nothing', '{}'],
    ['PATCH', '/rooms?id=eq.1', '{"id":1}'],
    ['PUT', '/rooms?id=eq.1', '{"id":1}'],
    ['DELETE', '/rooms?id=eq.1', null],
  ])('are returned for %s %s with status 200 (rest 13)', async (method, path, body) => {
    const headers = { accept: 'application/vnd.pgrst.plan+text', 'content-type': 'application/json' }
    const response = await museum.request(path, { method, body, headers, key: KEYS.secretKey })
    expect(await response.text()).toContain('cost=')
    expect([response.status, response.headers.get('content-range')]).toEqual([200, null])
  })

  test('are not available to members for a mutation of a table with RLS (rest 13)', async () => {
    expect(await explain('/diaries?id=eq.1', { method: 'DELETE', token: member })).toBe(406)
    expect(await explain('/rooms?id=eq.99', { method: 'DELETE', token: member })).toBe(200)
  })
})
