import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestFeed, type TestFeed } from '../test-feed.ts'

let feed: TestFeed

beforeAll(async () => {
  feed = await createTestFeed(`
    create table public.notes (id int primary key, owner text, body text);
    alter table public.notes enable row level security;
    create policy own on public.notes for select to authenticated using (owner = (select auth.jwt() ->> 'sub'));
    create table public.pairs (a int, b text, at timestamptz, body text, primary key (a, b, at));
    alter table public.pairs enable row level security;
    create policy odd on public.pairs for select to authenticated using (b = 'seen');
    create table public.airports (code char(3) primary key, runways bit(2));
    alter table public.airports enable row level security;
    create policy open on public.airports for select to authenticated using ((select auth.jwt() ->> 'sub') = 'anna');
    create table public.routes (stops int[], names text[], body text, primary key (stops, names));
    alter table public.routes enable row level security;
    create policy short on public.routes for select to authenticated using (cardinality(stops) < 3);
    create table public.visits (day date, person text, primary key (day, person)) partition by range (day);
    create table public.visits_in_may partition of public.visits for values from ('2026-05-01') to ('2026-06-01');
    create table public.visits_in_june partition of public.visits for values from ('2026-06-01') to ('2026-07-01');
    alter table public.visits enable row level security;
    create policy own on public.visits for select to authenticated using (person = (select auth.jwt() ->> 'sub'));
    create table public.drafts (id int primary key, owner text, is_open boolean not null default false, secret boolean not null default false);
    alter table public.drafts enable row level security;
    create policy open on public.drafts for select to authenticated using (is_open or owner = (select auth.jwt() ->> 'sub'));
    create policy "not secret" on public.drafts as restrictive for select to authenticated
      using (not secret or (select auth.jwt() ->> 'sub') = 'anna');
    create table public.broken (id int primary key);
    alter table public.broken enable row level security;
    create policy error on public.broken for select to authenticated using (1 / (case when (select auth.jwt() ->> 'sub') = 'bad' then 0 else 1 end) = 1);
    create table public.slow (id int primary key);
    alter table public.slow enable row level security;
    create policy sleepy on public.slow for select to authenticated
      using (case when (select auth.jwt() ->> 'sub') = 'bad' then pg_sleep(9) is not null else true end);
    grant select on public.airports, public.drafts, public.notes, public.pairs, public.routes, public.visits, public.broken, public.slow to anon, authenticated, service_role;
    alter publication supabase_realtime add table public.airports, public.drafts, public.notes, public.pairs, public.routes, public.visits, public.broken, public.slow;`)
})
afterAll(() => feed[Symbol.asyncDispose]())

const SERVICE = { role: 'service_role' }
const member = (sub: string) => ({ role: 'authenticated', sub, exp: 2_000_000_000 })
const all = (table: string) => ({ event: '*', schema: 'public', table })

test('sends rows to those whose policies show them now (realtime 8)', async () => {
  const [anna, bob, anon, service] = await Promise.all([
    feed.subscribe(member('anna'), all('notes')),
    feed.subscribe(member('bob'), all('notes')),
    feed.subscribe({ role: 'anon' }, all('notes')),
    feed.subscribe(SERVICE, all('notes')),
  ])
  await feed.owner.unsafe(`insert into public.notes values (1, 'anna', 'a'), (2, 'bob', 'b')`)
  await feed.owner.unsafe(`update public.notes set owner = 'bob' where id = 1`)
  // The row is deleted before its visibility can be checked.
  await feed.owner.begin(async (tx) => {
    await tx`insert into public.notes values (3, 'anna', 'c')`
    await tx`delete from public.notes where id = 3`
  })
  await service.take(5)
  const events = ({ changes }: typeof anna) =>
    changes.map(({ data }) => [data.type, (data.record ?? data.old_record)?.id])
  expect(events(anna)).toContainEqual(['DELETE', 3])
  expect(events(anna)).not.toContainEqual(['INSERT', 2])
  expect(events(anna)).not.toContainEqual(['INSERT', 3])
  expect(events(bob)).toContainEqual(['INSERT', 2])
  expect(events(bob)).toContainEqual(['UPDATE', 1])
  expect(events(anon)).toEqual([['DELETE', 3]])
  for (const { close } of [anna, bob, anon, service]) close()
})

test('compares composite keys as a whole (realtime 8)', async () => {
  const received = await feed.subscribe(member('anna'), all('pairs'))
  await feed.owner.unsafe(`insert into public.pairs values
    (1, 'seen', '2026-01-01 10:00:00.5+02', 'x'), (1, 'hidden', '2026-01-01', 'y'), (2, 'seen', '2026-01-01', 'z')`)
  expect((await received.take(2)).map(({ record }) => record?.body)).toEqual(['x', 'z'])
  received.close()
})

test('sends rows whose key has a fixed length (realtime 8)', async () => {
  const received = await feed.subscribe(member('anna'), all('airports'))
  await feed.owner`insert into public.airports values ('FLR', '01'), ('PSA', '10')`
  expect((await received.take(2)).map(({ record }) => record)).toEqual([
    { code: 'FLR', runways: '01' },
    { code: 'PSA', runways: '10' },
  ])
  received.close()
})

test('sends visible rows whose key consists of arrays (realtime 8)', async () => {
  const received = await feed.subscribe(member('anna'), all('routes'))
  await feed.owner.unsafe(`insert into public.routes values
    ('{1,2,3}', '{a}', 'long'), ('{1,2}', '{"b, c"}', 'first'), ('{}', '{null}', 'second')`)
  await feed.owner`delete from public.routes where body = 'long'`
  expect(
    (await received.take(3)).map(({ type, record, old_record }) => [type, record?.body ?? old_record?.stops]),
  ).toEqual([
    ['INSERT', 'first'],
    ['INSERT', 'second'],
    ['DELETE', [1, 2, 3]],
  ])
  received.close()
})

test('sends changes of partitions as those of the whole table (realtime 13)', async () => {
  const received = await feed.subscribe(member('anna'), all('visits'))
  await feed.owner`insert into public.visits values ('2026-05-02', 'anna'), ('2026-06-03', 'bob'), ('2026-06-04', 'anna')`
  await feed.owner`delete from public.visits where day = '2026-06-03'`
  const changes = await received.take(3)
  expect(changes.map(({ table, type, record, old_record }) => [table, type, (record ?? old_record)?.day])).toEqual([
    ['visits', 'INSERT', '2026-05-02'],
    ['visits', 'INSERT', '2026-06-04'],
    ['visits', 'DELETE', '2026-06-03'],
  ])
  received.close()
})

test('sends each member the shared rows and their own, when policies mix both (realtime 8)', async () => {
  const names = ['anna', 'bob', 'carl', 'dora', 'emil']
  const members = await Promise.all(names.map((name) => feed.subscribe(member(name), all('drafts'))))
  const anon = await feed.subscribe({ role: 'anon' }, all('drafts'))
  await feed.owner.unsafe(`insert into public.drafts values
    (1, 'bob', true, false), (2, 'carl', false, false), (3, null, false, false), (4, 'dora', true, true), (5, 'anna', false, true)`)
  await feed.owner.unsafe(`insert into public.drafts values (6, null, true, false)`)
  const seen = await Promise.all(
    members.map(async ({ changes }) => {
      await expect.poll(() => changes.at(-1)?.data.record?.id, { timeout: 10_000 }).toBe(6)
      return changes.map(({ data }) => data.record?.id)
    }),
  )
  expect(seen).toEqual([
    [1, 4, 5, 6],
    [1, 6],
    [1, 2, 6],
    [1, 6],
    [1, 6],
  ])
  expect(anon.changes).toEqual([])
  for (const { close } of [...members, anon]) close()
})

test('checks rows for every member as soon as a policy has changed (realtime 8)', async () => {
  const members = await Promise.all(['x', 'y', 'z'].map((name) => feed.subscribe(member(name), all('drafts'))))
  const [x] = members
  await feed.owner`insert into public.drafts values (20, null, true)`
  for (const { take } of members) await take(1)
  await feed.owner.unsafe(`alter policy open on public.drafts using (is_open and (select auth.jwt() ->> 'sub') = 'x');
    insert into public.drafts values (21, null, true)`)
  await x?.take(1)
  await feed.owner.unsafe(
    `alter policy open on public.drafts using (true); insert into public.drafts values (22, null, false)`,
  )
  const ids = await Promise.all(members.map(async ({ take }) => (await take(1)).map(({ record }) => record?.id)))
  expect(ids).toEqual([[22], [22], [22]])
  for (const { close } of members) close()
})

test('follows the claims of a new token (realtime 9)', async () => {
  const received = await feed.subscribe(member('carl'), all('notes'))
  received.replaceClaims(member('dora'))
  await expect.poll(() => received.messages.length).toBe(2)
  await feed.owner.unsafe(`insert into public.notes values (10, 'carl', ''), (11, 'dora', '')`)
  expect((await received.take(1)).map(({ record }) => record?.id)).toEqual([11])
  received.close()
})

test('loses no change while a session renews its token (realtime 9)', async () => {
  const received = await feed.subscribe(member('erin'), all('notes'))
  const ids = Array.from({ length: 60 }, (_, index) => 1000 + index)
  for (const id of ids) {
    await feed.owner`insert into public.notes values (${id}, 'erin', '')`
    received.replaceClaims({ ...member('erin'), exp: 2_000_000_000 + id })
  }
  expect((await received.take(ids.length)).map(({ record }) => record?.id)).toEqual(ids)
  received.close()
})

test.each(['broken', 'slow'])(
  'skips the viewers whose policy fails on %s and logs it once (realtime 13)',
  async (table) => {
    const bad = await feed.subscribe(member('bad'), all(table))
    const good = await feed.subscribe(member('good'), all(table))
    await feed.owner.unsafe(`insert into public.${table} values (1)`)
    await good.take(1)
    await feed.owner.unsafe(`insert into public.${table} values (2)`)
    await good.take(1)
    expect(bad.changes).toEqual([])
    expect(feed.logged.splice(0)).toHaveLength(1)
    for (const { close } of [bad, good]) close()
  },
  40_000,
)

test('leaves no role or claims on its connections (realtime 14)', async () => {
  const rows = await Promise.all(
    [1, 2].map(
      () =>
        feed.pool`select current_user::text as role, coalesce(current_setting('request.jwt.claims', true), '') as claims,
        pg_sleep(0.1)::text`,
    ),
  )
  for (const [row] of rows) expect(row).toMatchObject({ role: 'authenticator', claims: '' })
})

test('adds tables that join the publication to wildcard subscriptions (realtime 6.1)', async () => {
  const received = await feed.subscribe(SERVICE, { event: '*', schema: 'public' })
  await feed.owner.unsafe(`create table public.later (id int primary key); grant select on public.later to service_role;
    alter publication supabase_realtime add table public.later`)
  let id = 0
  await expect
    .poll(
      async () => {
        id += 1
        await feed.owner`insert into public.later values (${id})`
        return received.changes.length
      },
      { timeout: 10_000 },
    )
    .toBeGreaterThan(0)
  await feed.owner.unsafe(`alter publication supabase_realtime drop table public.later`)
  await expect
    .poll(async () => (await feed.subscribe(SERVICE, all('later'))).messages[0]?.status, { timeout: 10_000 })
    .toBe('error')
  received.close()
})
