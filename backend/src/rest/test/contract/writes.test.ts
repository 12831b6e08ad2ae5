import { beforeEach, expect, test } from 'vitest'
import { MINE } from '../library-service.ts'
import { type Answer, type Ask, expectData, maxAffected, openMuseum } from './museum.ts'

const museum = await openMuseum()
/** Rolls every write back, so that each case starts with the same rows. */
const undoing = museum.createClient({ headers: { prefer: 'tx=rollback' } })
const owner = museum.database.connect('owner', { max: 1 })
const rooms = () => undoing.from('rooms')

beforeEach(async () => {
  const [row] = await owner`select count(*)::int as rooms from rooms`
  expect(row?.rooms).toBe(3)
})

test.each<[string, Ask, unknown]>([
  [
    'inserts a row (rest 10.1)',
    () => rooms().insert({ id: 10, label: 'x' }).select(),
    [{ id: 10, floor: null, label: 'x', inside_id: null }],
  ],
  [
    'inserts several rows (rest 10.1)',
    () =>
      rooms()
        .insert([{ id: 10 }, { id: 11 }])
        .select('id')
        .order('id', { ascending: false }),
    [{ id: 11 }, { id: 10 }],
  ],
  [
    'inserts objects with different keys (rest 10.1)',
    () =>
      rooms()
        .insert([{ id: 10 }, { id: 11, label: 'y' }])
        .select('id,label')
        .order('id'),
    [
      { id: 10, label: null },
      { id: 11, label: 'y' },
    ],
  ],
  ['inserts an empty list (rest 10.1)', () => rooms().insert([]).select(), []],
  ['inserts without returned rows (rest 10.1)', () => rooms().insert({ id: 10 }), null],
  [
    'updates rows (rest 10.1)',
    () => rooms().update({ label: 'new' }).eq('id', 1).select('id,label'),
    [{ id: 1, label: 'new' }],
  ],
  [
    'updates the rows that a logic tree matches (rest 10.1)',
    () => rooms().update({ floor: 9 }).or('id.eq.1,label.eq.Gallery').select('id').order('id'),
    [{ id: 1 }, { id: 2 }],
  ],
  ['updates nothing without values (rest 10.1)', () => rooms().update({}).eq('id', 1).select(), []],
  [
    'deletes rows (rest 10.1)',
    () => undoing.from('visits').delete().eq('id', 1).select('id,people'),
    [{ id: 1, people: 10 }],
  ],
  [
    'ignores limit in a delete (rest 10.1)',
    () => undoing.from('visits').delete().gt('id', 0).order('id').limit(1).select('id'),
    [{ id: 1 }, { id: 2 }, { id: 3 }],
  ],
  ['rejects an unknown column (rest 10.2)', () => rooms().insert({ id: 1, nope: 1, also: 2 }), 'PGRST204'],
  ['rejects a value of another type (rest 10.2)', () => rooms().insert({ id: 'x' }), '22P02'],
  [
    'inserts all types (rest 10.2)',
    () =>
      undoing
        .from('works')
        .insert({
          id: 50,
          title: 'New',
          price: 1.5,
          weight: 'NaN',
          tags: ['a', 'b'],
          scores: '{1,2}',
          facts: { a: [1] },
          raw: { b: null },
          dimensions: { width: 1, height: 2.5 },
          shown: '[1,3)',
          condition: 'worn',
          lasting: '2 hours',
          code: 'X-1',
          blob: '\\x01',
        })
        .select(
          'title,price,weight,tags,scores,facts,raw,dimensions,shown,condition,lasting,code,blob,title_length,on_show',
        ),
    [
      {
        title: 'New',
        price: 1.5,
        weight: 'NaN',
        tags: ['a', 'b'],
        scores: [1, 2],
        facts: { a: [1] },
        raw: { b: null },
        dimensions: { width: 1, height: 2.5 },
        shown: '[1,3)',
        condition: 'worn',
        lasting: '02:00:00',
        code: 'X-1',
        blob: '\\x01',
        title_length: 3,
        on_show: false,
      },
    ],
  ],
  [
    'inserts a domain in its own representation (rest 10.2)',
    () => undoing.from('paints').insert({ id: 9, shade: '#0000ff' }).select(),
    [{ id: 9, name: null, shade: '#0000ff' }],
  ],
  [
    'updates a domain in its own representation (rest 10.2)',
    () => undoing.from('paints').update({ shade: '#00ff00' }).eq('shade', '#ff0000').select('shade'),
    [{ shade: '#00ff00' }],
  ],
  [
    'inserts into names with quotes (rest 10.2)',
    () =>
      undoing.from('odd, (table) "x"').insert({ 'the key': 5, 'quo"te': 'q', select: 's' }).select('"quo\\"te",select'),
    [{ 'quo"te': 'q', select: 's' }],
  ],
  [
    'rejects a value for a generated column (rest 10.2)',
    () => undoing.from('works').insert({ title: 'x', title_length: 9 }),
    '428C9',
  ],
  ['rejects a violated check (rest 10.2)', () => undoing.from('works').update({ year: 666 }).eq('id', 1), '23514'],
  [
    'upserts rows (rest 10.3)',
    () =>
      rooms()
        .upsert([
          { id: 1, label: 'a' },
          { id: 10, label: 'b' },
        ])
        .select('id,label')
        .order('id'),
    [
      { id: 1, label: 'a' },
      { id: 10, label: 'b' },
    ],
  ],
  [
    'ignores duplicates in an upsert (rest 10.3)',
    () =>
      rooms()
        .upsert(
          [
            { id: 1, label: 'a' },
            { id: 10, label: 'b' },
          ],
          { ignoreDuplicates: true },
        )
        .select('id'),
    [{ id: 10 }],
  ],
  [
    'upserts on another key (rest 10.3)',
    () =>
      undoing.from('artists').upsert({ id: 1, name: 'Ada', country: 'fr' }, { onConflict: 'name' }).select('country'),
    [{ country: 'fr' }],
  ],
  [
    'upserts on two columns (rest 10.3)',
    () => undoing.from('pairs').upsert({ a: 1, b: 1, note: 'n' }, { onConflict: 'a,b' }).select('note'),
    [{ note: 'n' }],
  ],
  [
    'rejects an upsert without a unique key (rest 10.3)',
    () => undoing.from('artists').upsert({ id: 1, name: 'Ada' }, { onConflict: 'country' }),
    '42P10',
  ],
  ['rejects an upsert of one key twice (rest 10.3)', () => rooms().upsert([{ id: 10 }, { id: 10 }]), '21000'],
  [
    'returns embeds and computed columns (rest 10.4)',
    () =>
      undoing
        .from('works')
        .update({ price: 1 })
        .eq('id', 1)
        .select('*,caption,rooms(label),shows(name)')
        .order('id', { referencedTable: 'shows' })
        .limit(1),
    expect.any(Array),
  ],
  [
    'returns a computed column alone (rest 10.4)',
    () => undoing.from('works').insert({ title: 'T', year: 5 }).select('caption'),
    [{ caption: 'T (5)' }],
  ],
  [
    'returns a computed column beside the star (rest 10.4)',
    () => undoing.from('paints').insert({ id: 9, name: 'n', shade: null }).select('*'),
    [{ id: 9, name: 'n', shade: null }],
  ],
  [
    'returns computed relationships (rest 10.4)',
    () => undoing.from('works').update({ price: 100 }).eq('id', 1).select('id,caption,neighbour(id)'),
    [{ id: 1, caption: 'Engines (1840)', neighbour: { id: 6 } }],
  ],
  ['returns a single row (rest 10.4)', () => rooms().insert({ id: 10 }).select('id').single(), { id: 10 }],
  ['rejects single of none (rest 10.4)', () => rooms().update({ floor: 1 }).eq('id', 99).select().single(), 'PGRST116'],
  [
    'returns null for maybeSingle without rows (rest 10.4)',
    () => rooms().update({ floor: 1 }).eq('id', 99).select().maybeSingle(),
    null,
  ],
  [
    'uses defaults for missing keys (rest 11)',
    () =>
      undoing
        .from('works')
        .insert([{ title: 'a' }, { title: 'b', price: 1 }], { defaultToNull: false })
        .select('title,price,condition')
        .order('title'),
    [
      { title: 'a', price: 9.9, condition: 'intact' },
      { title: 'b', price: 1, condition: 'intact' },
    ],
  ],
  [
    'stores null for missing keys (rest 11)',
    () =>
      undoing
        .from('works')
        .insert([{ title: 'a' }, { title: 'b', price: 1 }])
        .select('title,price')
        .order('title'),
    [
      { title: 'a', price: null },
      { title: 'b', price: 1 },
    ],
  ],
  ['enforces max-affected (rest 11)', () => maxAffected(rooms().update({ floor: 1 }).gt('id', 0), 2), 'PGRST124'],
  [
    'updates rows within max-affected (rest 11)',
    () =>
      maxAffected(rooms().update({ floor: 1 }).gt('id', 0), 3)
        .select('id')
        .order('id')
        .limit(9),
    [{ id: 1 }, { id: 2 }, { id: 3 }],
  ],
  ['rolls back (rest 11)', () => museum.client.from('rooms').insert({ id: 10 }).select('id').rollback(), [{ id: 10 }]],
  ['rejects a delete without a filter (rest 17)', () => undoing.from('visits').delete(), '21000'],
  ['rejects an update without a filter (rest 17)', () => rooms().update({ floor: 1 }), '21000'],
  ['rejects a violated foreign key (rest 14.3)', () => undoing.from('artists').delete().eq('id', 1), '23503'],
  ['rejects a violated unique key (rest 14.3)', () => rooms().insert({ id: 1 }), '23505'],
  ['rejects an insert into a read-only view (rest 14.3)', () => undoing.from('frozen').insert({ id: 3 }), '55000'],
])('%s', async (_name, sendRequest, expected) => expectData(undoing, sendRequest, expected))

test.each<[string, Ask, number, string]>([
  ['insert (rest 10.1)', () => rooms().insert({ id: 10 }), 201, 'Created'],
  ['insert with rows (rest 10.1)', () => rooms().insert({ id: 10 }).select(), 201, 'Created'],
  ['update (rest 10.1)', () => rooms().update({ floor: 1 }).eq('id', 1), 204, 'No Content'],
  ['update with rows (rest 10.1)', () => rooms().update({ floor: 1 }).eq('id', 1).select(), 200, 'OK'],
  ['delete (rest 10.1)', () => undoing.from('visits').delete().eq('id', 1), 204, 'No Content'],
  ['delete with rows (rest 10.1)', () => undoing.from('visits').delete().eq('id', 1).select(), 200, 'OK'],
  ['upsert that inserts (rest 10.3)', () => rooms().upsert({ id: 10 }), 201, 'Created'],
  ['upsert that updates (rest 10.3)', () => rooms().upsert({ id: 1 }), 200, 'OK'],
  ['upsert of an ignored row (rest 10.3)', () => rooms().upsert({ id: 1 }, { ignoreDuplicates: true }), 201, 'Created'],
  ['a conflict (rest 14.3)', () => rooms().insert({ id: 1 }), 409, 'Conflict'],
  ['several rows (rest 13)', () => rooms().update({ floor: 1 }).gt('id', 0).select().single(), 406, 'Not Acceptable'],
])('returns the status of %s', async (_name, sendRequest, status, statusText) => {
  expect(await sendRequest(undoing)).toMatchObject({ status, statusText })
})

test('counts affected rows (rest 8)', async () => {
  const counted = (await rooms().update({ floor: 1 }, { count: 'exact' }).gt('id', 0)) as Answer
  expect(counted.count).toBe(3)
  const deleted = (await undoing.from('visits').delete({ count: 'exact' }).gt('id', 1)) as Answer
  expect(deleted.count).toBe(2)
  const inserted = (await rooms().insert([{ id: 10 }, { id: 11 }], { count: 'exact' })) as Answer
  expect(inserted.count).toBe(2)
})

test('returns the result of a rollback as if committed and stores nothing (rest 11)', async () => {
  const { data } = await undoing.from('shows').insert({ id: 77, name: 'x' }).select()
  expect(data).toHaveLength(1)
  expect(await owner`select 1 from shows where id = 77`).toHaveLength(0)
})

test('applies RLS policies to writes of visitor, member and operator (rest 3)', async () => {
  const member = await museum.userClient(MINE)
  const mine = { id: 50, owner_id: MINE, entry: 'e' }
  expect((await museum.visitor.from('diaries').insert(mine)).status).toBe(401)
  expect((await member.from('diaries').insert({ ...mine, owner_id: null })).status).toBe(403)
  expect((await member.from('diaries').insert(mine).select('id')).data).toEqual([{ id: 50 }])
  expect((await member.from('diaries').update({ entry: 'x' }).eq('id', 3).select()).data).toEqual([])
  expect((await member.from('diaries').delete().eq('id', 50).select('id')).data).toEqual([{ id: 50 }])
  expect((await member.from('rooms').insert({ id: 1 })).status).toBe(409)
  expect((await museum.client.from('vault').select('id')).data).toEqual([{ id: 1 }])
})
