import { beforeEach, expect, test } from 'vitest'
import { MINE } from '../library-service.ts'
import { type Answer, type Ask, expectData, maxAffected, openMuseum } from './museum.ts'

const museum = await openMuseum()
/** Every write of this client is undone at its end, so that each case begins with the same rows. */
const undoing = museum.createClient({ headers: { prefer: 'tx=rollback' } })
const owner = museum.database.connect('owner', { max: 1 })
const rooms = () => undoing.from('rooms')

beforeEach(async () => {
  const [row] = await owner`select count(*)::int as rooms from rooms`
  expect(row?.rooms).toBe(3)
})

test.each<[string, Ask, unknown]>([
  [
    '10.1 insert',
    () => rooms().insert({ id: 10, label: 'x' }).select(),
    [{ id: 10, floor: null, label: 'x', inside_id: null }],
  ],
  [
    '10.1 insert of many',
    () =>
      rooms()
        .insert([{ id: 10 }, { id: 11 }])
        .select('id')
        .order('id', { ascending: false }),
    [{ id: 11 }, { id: 10 }],
  ],
  [
    '10.1 insert of objects with different keys',
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
  ['10.1 insert of nothing', () => rooms().insert([]).select(), []],
  ['10.1 insert without an answer', () => rooms().insert({ id: 10 }), null],
  ['10.1 update', () => rooms().update({ label: 'new' }).eq('id', 1).select('id,label'), [{ id: 1, label: 'new' }]],
  [
    '10.1 update by a tree',
    () => rooms().update({ floor: 9 }).or('id.eq.1,label.eq.Gallery').select('id').order('id'),
    [{ id: 1 }, { id: 2 }],
  ],
  ['10.1 update of nothing', () => rooms().update({}).eq('id', 1).select(), []],
  ['10.1 delete', () => undoing.from('visits').delete().eq('id', 1).select('id,people'), [{ id: 1, people: 10 }]],
  [
    '10.1 limit has no effect on delete',
    () => undoing.from('visits').delete().gt('id', 0).order('id').limit(1).select('id'),
    [{ id: 1 }, { id: 2 }, { id: 3 }],
  ],
  ['10.2 an unknown column', () => rooms().insert({ id: 1, nope: 1, also: 2 }), 'PGRST204'],
  ['10.2 a value of another type', () => rooms().insert({ id: 'x' }), '22P02'],
  [
    '10.2 every kind of type',
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
    '10.2 a domain is written in its own way',
    () => undoing.from('paints').insert({ id: 9, shade: '#0000ff' }).select(),
    [{ id: 9, name: null, shade: '#0000ff' }],
  ],
  [
    '10.2 a domain is changed in its own way',
    () => undoing.from('paints').update({ shade: '#00ff00' }).eq('shade', '#ff0000').select('shade'),
    [{ shade: '#00ff00' }],
  ],
  [
    '10.2 names with quotes',
    () =>
      undoing.from('odd, (table) "x"').insert({ 'the key': 5, 'quo"te': 'q', select: 's' }).select('"quo\\"te",select'),
    [{ 'quo"te': 'q', select: 's' }],
  ],
  ['10.2 a generated column', () => undoing.from('works').insert({ title: 'x', title_length: 9 }), '428C9'],
  ['10.2 a row that a check refuses', () => undoing.from('works').update({ year: 666 }).eq('id', 1), '23514'],
  [
    '10.3 upsert',
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
    '10.3 upsert that ignores',
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
    '10.3 upsert on another key',
    () =>
      undoing.from('artists').upsert({ id: 1, name: 'Ada', country: 'fr' }, { onConflict: 'name' }).select('country'),
    [{ country: 'fr' }],
  ],
  [
    '10.3 upsert on two columns',
    () => undoing.from('pairs').upsert({ a: 1, b: 1, note: 'n' }, { onConflict: 'a,b' }).select('note'),
    [{ note: 'n' }],
  ],
  [
    '10.3 upsert on what is no key',
    () => undoing.from('artists').upsert({ id: 1, name: 'Ada' }, { onConflict: 'country' }),
    '42P10',
  ],
  ['10.3 upsert of one key twice', () => rooms().upsert([{ id: 10 }, { id: 10 }]), '21000'],
  [
    '10.4 what comes back embeds and computes',
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
    '10.4 a computed column alone',
    () => undoing.from('works').insert({ title: 'T', year: 5 }).select('caption'),
    [{ caption: 'T (5)' }],
  ],
  [
    '10.4 a computed column beside the star',
    () => undoing.from('paints').insert({ id: 9, name: 'n', shade: null }).select('*'),
    [{ id: 9, name: 'n', shade: null }],
  ],
  [
    '10.4 computed relationships',
    () => undoing.from('works').update({ price: 100 }).eq('id', 1).select('id,caption,neighbour(id)'),
    [{ id: 1, caption: 'Engines (1840)', neighbour: { id: 6 } }],
  ],
  ['10.4 single', () => rooms().insert({ id: 10 }).select('id').single(), { id: 10 }],
  ['10.4 single of none', () => rooms().update({ floor: 1 }).eq('id', 99).select().single(), 'PGRST116'],
  ['10.4 maybeSingle of none', () => rooms().update({ floor: 1 }).eq('id', 99).select().maybeSingle(), null],
  [
    '11 missing keys take defaults',
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
    '11 missing keys are null',
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
  ['11 max-affected', () => maxAffected(rooms().update({ floor: 1 }).gt('id', 0), 2), 'PGRST124'],
  [
    '11 max-affected that is kept',
    () =>
      maxAffected(rooms().update({ floor: 1 }).gt('id', 0), 3)
        .select('id')
        .order('id')
        .limit(9),
    [{ id: 1 }, { id: 2 }, { id: 3 }],
  ],
  ['11 rollback', () => museum.client.from('rooms').insert({ id: 10 }).select('id').rollback(), [{ id: 10 }]],
  ['17 a delete without any filter', () => undoing.from('visits').delete(), '21000'],
  ['17 an update without any filter', () => rooms().update({ floor: 1 }), '21000'],
  ['14.3 a foreign key', () => undoing.from('artists').delete().eq('id', 1), '23503'],
  ['14.3 a unique key', () => rooms().insert({ id: 1 }), '23505'],
  ['14.3 a view that takes no rows', () => undoing.from('frozen').insert({ id: 3 }), '55000'],
])('%s', async (_name, ask, expected) => expectData(undoing, ask, expected))

test.each<[string, Ask, number, string]>([
  ['10.1 insert', () => rooms().insert({ id: 10 }), 201, 'Created'],
  ['10.1 insert with rows', () => rooms().insert({ id: 10 }).select(), 201, 'Created'],
  ['10.1 update', () => rooms().update({ floor: 1 }).eq('id', 1), 204, 'No Content'],
  ['10.1 update with rows', () => rooms().update({ floor: 1 }).eq('id', 1).select(), 200, 'OK'],
  ['10.1 delete', () => undoing.from('visits').delete().eq('id', 1), 204, 'No Content'],
  ['10.1 delete with rows', () => undoing.from('visits').delete().eq('id', 1).select(), 200, 'OK'],
  ['10.3 upsert that inserts', () => rooms().upsert({ id: 10 }), 201, 'Created'],
  ['10.3 upsert that updates', () => rooms().upsert({ id: 1 }), 200, 'OK'],
  ['10.3 upsert that ignores', () => rooms().upsert({ id: 1 }, { ignoreDuplicates: true }), 201, 'Created'],
  ['14.3 a conflict', () => rooms().insert({ id: 1 }), 409, 'Conflict'],
  ['13 not one row', () => rooms().update({ floor: 1 }).gt('id', 0).select().single(), 406, 'Not Acceptable'],
])('%s answers with its status', async (_name, ask, status, statusText) => {
  expect(await ask(undoing)).toMatchObject({ status, statusText })
})

test('8 counts of writes are the affected rows', async () => {
  const counted = (await rooms().update({ floor: 1 }, { count: 'exact' }).gt('id', 0)) as Answer
  expect(counted.count).toBe(3)
  const deleted = (await undoing.from('visits').delete({ count: 'exact' }).gt('id', 1)) as Answer
  expect(deleted.count).toBe(2)
  const inserted = (await rooms().insert([{ id: 10 }, { id: 11 }], { count: 'exact' })) as Answer
  expect(inserted.count).toBe(2)
})

test('11 a rollback answers as if done and leaves nothing', async () => {
  const { data } = await undoing.from('shows').insert({ id: 77, name: 'x' }).select()
  expect(data).toHaveLength(1)
  expect(await owner`select 1 from shows where id = 77`).toHaveLength(0)
})

test('3 a visitor, a member and an operator write what their rules let them', async () => {
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
