import { expect, test } from 'vitest'
import { type Answer, maxAffected, openMuseum } from '../contract/museum.ts'
import { KEYS } from '../library-service.ts'
import { FILTERS, selectWorks } from './filters.ts'
import { createHttpClient } from './http-client.ts'

const museum = await openMuseum({ planEnabled: true })
const client = await createHttpClient(museum.service, KEYS.secretKey)
/** The methods that were called. The last test compares them with those of the client, so that no new one is missed. */
const called = new Set(['retry', 'abortSignal', ...FILTERS.map(([method]) => method)])

const works = (columns = 'id') => selectWorks(client, columns)
const rooms = () => client.from('rooms')
const ids = (...list: number[]) => list.map((id) => ({ id }))

/** Expects that the client resolves to this. */
async function expectAnswer(method: string, query: PromiseLike<unknown>, expected: Partial<Answer>) {
  called.add(method)
  expect(await query).toMatchObject({ error: null, ...expected })
}

test('supports select with every kind of count and without a body (rest 8)', async () => {
  const all = { data: ids(1, 2, 3), status: 200, statusText: 'OK' }
  await expectAnswer('select', rooms().select('id').order('id'), { ...all, count: null })
  await expectAnswer('select', rooms().select('id', { count: 'exact' }).order('id'), { ...all, count: 3 })
  await expectAnswer('select', rooms().select('id', { count: 'estimated' }).order('id'), { ...all, count: 3 })
  await museum.database.connect('owner', { max: 1 })`analyze rooms`
  await expectAnswer('select', rooms().select('id', { count: 'planned' }).order('id'), { ...all, count: 3 })
  await expectAnswer('select', rooms().select('*', { count: 'exact', head: true }), {
    data: null,
    count: 3,
    status: 200,
  })
  await expectAnswer('select', rooms().select(' id , label ').eq('id', 1), { data: [{ id: 1, label: 'Hall' }] })
  await expectAnswer('select', rooms().select().eq('id', 1), {
    data: [{ id: 1, floor: 0, label: 'Hall', inside_id: null }],
  })
})

test('supports insert, upsert, update and delete with status, rows and counts (rest 10)', async () => {
  const created = { status: 201, statusText: 'Created' }
  const done = { status: 204, statusText: 'No Content', data: null }
  const two = [
    { id: 80, label: 'a' },
    { id: 81, floor: 7 },
  ]
  await expectAnswer('insert', rooms().insert(two, { count: 'exact' }).rollback(), { ...created, data: null, count: 2 })
  await expectAnswer('insert', rooms().insert({ id: 80 }, { count: 'estimated' }).rollback(), { ...created, count: 1 })
  const planned = (await rooms().insert({ id: 80 }, { count: 'planned' }).rollback()) as Answer
  expect([planned.error, planned.count]).toEqual([null, Number.NaN])
  await expectAnswer('insert', rooms().insert(two).select('id,floor,label').order('id').rollback(), {
    ...created,
    data: [
      { id: 80, floor: null, label: 'a' },
      { id: 81, floor: 7, label: null },
    ],
  })
  const priced = [{ title: 'x' }, { title: 'y', price: 1 }]
  const insertPriced = (defaultToNull: boolean) =>
    client.from('works').insert(priced, { defaultToNull }).select('price').order('title').rollback()
  await expectAnswer('insert', insertPriced(true), { data: [{ price: null }, { price: 1 }] })
  await expectAnswer('insert', insertPriced(false), { data: [{ price: 9.9 }, { price: 1 }] })
  await expectAnswer('upsert', rooms().upsert(two, { count: 'exact' }).rollback(), { ...created, count: 2 })
  await expectAnswer('upsert', rooms().upsert({ id: 1, label: 'b' }).select('id,floor,label').rollback(), {
    status: 200,
    data: [{ id: 1, floor: 0, label: 'b' }],
  })
  const kept = rooms().upsert([{ id: 1 }, { id: 80 }], { ignoreDuplicates: true, count: 'exact' })
  await expectAnswer('upsert', kept.select('id').rollback(), { ...created, data: ids(80), count: 1 })
  const named = { id: 9, name: 'Ada', country: 'fr' }
  const byName = client.from('artists').upsert(named, { onConflict: 'name', ignoreDuplicates: true })
  await expectAnswer('upsert', byName.select().rollback(), { ...created, data: [] })
  const withDefaults = client.from('works').upsert(priced, { defaultToNull: false }).select('price').order('title')
  await expectAnswer('upsert', withDefaults.rollback(), { ...created, data: [{ price: 9.9 }, { price: 1 }] })
  await expectAnswer('update', rooms().update({ floor: 3 }, { count: 'exact' }).gt('id', 1).rollback(), {
    ...done,
    count: 2,
  })
  await expectAnswer('update', rooms().update({ floor: 3 }, { count: 'estimated' }).gt('id', 1).rollback(), {
    count: 2,
  })
  await expectAnswer('update', rooms().update({ floor: 3 }).match({ id: 2 }).select('id,floor').rollback().single(), {
    status: 200,
    data: { id: 2, floor: 3 },
  })
  const visits = () => client.from('visits')
  await expectAnswer('delete', visits().delete({ count: 'exact' }).in('id', [1, 2]).rollback(), { ...done, count: 2 })
  await expectAnswer('delete', visits().delete({ count: 'estimated' }).lt('id', 0).rollback(), { ...done, count: 0 })
  await expectAnswer('delete', visits().delete().eq('id', 1).select('id').rollback(), { status: 200, data: ids(1) })
  await expectAnswer('rollback', rooms().select('id', { count: 'exact', head: true }), { count: 3 })
})

test('supports order, limit and range for rows and embeds (rest 8)', async () => {
  await expectAnswer('order', works('id').order('year', { ascending: false, nullsFirst: true }).order('id').limit(2), {
    data: ids(3, 4),
  })
  await expectAnswer('order', works('id').order('year', { ascending: true, nullsFirst: false }).limit(1), {
    data: ids(6),
  })
  await expectAnswer('order', works('id').order('facts->pages', { ascending: false, nullsFirst: false }).limit(1), {
    data: ids(1),
  })
  await expectAnswer('order', works('id').order('dimensions->>width', { nullsFirst: false }).limit(1), { data: ids(1) })
  await expectAnswer('order', works('id,rooms(label)').order('rooms(label)').order('id').limit(2), {
    data: [
      { id: 2, rooms: { label: 'Gallery' } },
      { id: 3, rooms: { label: 'Gallery' } },
    ],
  })
  await expectAnswer('limit', works('id').order('id').limit(0), { data: [] })
  await expectAnswer('range', works('id').order('id').range(4, 99), { data: ids(5, 6) })
  const hall = (referenced: { referencedTable: string } | { foreignTable: string }) =>
    client
      .from('rooms')
      .select('works(id)')
      .eq('id', 1)
      .order('id', { ascending: false, ...referenced })
  const embed = { referencedTable: 'works' }
  await expectAnswer('limit', hall(embed).limit(1, embed), { data: [{ works: ids(6) }] })
  await expectAnswer('range', hall(embed).range(1, 1, embed), { data: [{ works: ids(1) }] })
  // The older name of the option.
  const older = { foreignTable: 'works' }
  await expectAnswer('limit', hall(older).limit(1, older), { data: [{ works: ids(6) }] })
  await expectAnswer('or', hall(older).or('id.eq.6,price.gt.99', older), { data: [{ works: ids(6) }] })
  await expectAnswer('or', hall(embed).or('id.eq.1,and(price.eq.0,id.eq.5)', embed), { data: [{ works: ids(1) }] })
})

test('supports single and maybeSingle (rest 13)', async () => {
  await expectAnswer('single', rooms().select('label').eq('id', 1).single(), { data: { label: 'Hall' } })
  await expectAnswer('maybeSingle', rooms().select('label').eq('id', 1).maybeSingle(), { data: { label: 'Hall' } })
  await expectAnswer('maybeSingle', rooms().select('label').eq('id', 99).maybeSingle(), { data: null, status: 200 })
  expect(await rooms().select('id').eq('id', 99).single()).toMatchObject({
    data: null,
    status: 406,
    error: {
      code: 'PGRST116',
      message: 'Cannot coerce the result to a single JSON object',
      details: 'The result contains 0 rows',
      hint: null,
    },
  })
  expect(await rooms().select('id').maybeSingle()).toMatchObject({ data: null, status: 406 })
  const rejected = (await rooms().update({ floor: 9 }).gt('id', 0).select().single()) as Answer
  expect(rejected.error?.details).toBe('The result contains 3 rows')
  await expectAnswer('single', rooms().select('id').eq('floor', 9), { data: [] })
})

test('supports csv, geojson, stripNulls and explain (rest 13)', async () => {
  await expectAnswer('csv', rooms().select('id,label').order('id').csv(), {
    data: 'id,label\n1,Hall\n2,Gallery\n3,',
  })
  await expectAnswer('csv', rooms().insert({ id: 80, label: 'a,"b"' }).select('id,label').rollback().csv(), {
    data: 'id,label\n80,"a,""b"""',
  })
  await expectAnswer('csv', client.rpc('list_works').select('id').eq('id', 1).csv(), { data: 'id\n1' })
  called.add('geojson')
  // PostGIS is not installed here; contract/representations.test.ts tests the other case.
  expect(await rooms().select('id').geojson()).toMatchObject({ status: 404, error: { code: '42883' } })
  await expectAnswer('stripNulls', rooms().select('id,floor').eq('id', 3).stripNulls(), { data: ids(3) })
  await expectAnswer('stripNulls', rooms().select('id,floor').eq('id', 3).single().stripNulls(), { data: { id: 3 } })
  await expectAnswer('explain', rooms().select('id').explain(), { data: expect.stringContaining('Aggregate') })
  const options = { analyze: true, verbose: true, settings: true, buffers: true, wal: true }
  await expectAnswer(
    'explain',
    rooms()
      .select('id')
      .explain({ ...options, format: 'text' }),
    {
      data: expect.stringMatching(/actual time.*Output:/s),
    },
  )
  // PostgreSQL reports WAL only for a statement that it has run.
  expect(await rooms().select('id').explain({ wal: true })).toMatchObject({ status: 400, error: { code: '22023' } })
  for (const option of ['analyze', 'verbose', 'settings', 'buffers']) {
    await expectAnswer(
      'explain',
      rooms()
        .select('id')
        .explain({ [option]: true, format: 'json' }),
      {
        data: [{ Plan: expect.objectContaining({ 'Node Type': 'Aggregate' }) }],
      },
    )
  }
  await expectAnswer('explain', rooms().update({ floor: 1 }).eq('id', 1).select().explain(), {
    data: expect.stringContaining('Update on'),
  })
  await expectAnswer('explain', client.rpc('list_works').explain({ format: 'json' }), {
    data: [{ Plan: expect.anything() }],
  })
})

test('supports maxAffected (rest 11)', async () => {
  called.add('maxAffected')
  const many = (await maxAffected(rooms().update({ floor: 9 }).gt('id', 0), 2)) as Answer
  expect([many.status, many.error]).toEqual([
    400,
    {
      code: 'PGRST124',
      details: 'The query affects 3 rows',
      hint: null,
      message: 'Query result exceeds max-affected preference constraint',
    },
  ])
  await expectAnswer('maxAffected', rooms().select('id').eq('floor', 9), { data: [] })
  const gone = client.from('visits').delete().eq('id', 1).select('id').rollback()
  await expectAnswer('maxAffected', maxAffected(gone, 1), { data: ids(1) })
  await expectAnswer('maxAffected', maxAffected(client.rpc('list_works').select('id'), 5), { data: ids(1, 2, 3, 4, 6) })
})

test('supports rpc by POST, GET and HEAD with every kind of argument and count (rest 12)', async () => {
  await expectAnswer('rpc', client.rpc('add_numbers', { a: 1, b: 2 }), { data: 3, status: 200, statusText: 'OK' })
  await expectAnswer('rpc', client.rpc('add_numbers', { a: 1, b: undefined }, { get: true }), { data: 11 })
  await expectAnswer('rpc', client.rpc('add_numbers', { a: 1 }, { head: true, count: 'exact' }), {
    data: null,
    count: 1,
    status: 200,
  })
  await expectAnswer('rpc', client.rpc('by_tags', { tags: ['a', 'b'] }, { get: true }), { data: 2 })
  await expectAnswer('rpc', client.rpc('by_tags', { tags: ['a', 'b, "c"'] }), { data: 2 })
  await expectAnswer('rpc', client.rpc('sum_all', { items: [1, 2] }, { get: true }), { data: 3 })
  await expectAnswer('rpc', client.rpc('echo_json', { a: { b: [null] } }), { data: { a: { b: [null] } } })
  // HEAD cannot carry an object, so the client sends a POST that returns no body.
  const byPost = (await client.rpc('by_size', { dimensions: { width: 4 } }, { head: true, count: 'exact' })) as Answer
  expect([byPost.error, byPost.count]).toEqual([null, 1])
  for (const count of ['exact', 'estimated'] as const) {
    await expectAnswer('rpc', client.rpc('list_works', {}, { count }).select('id').order('id').limit(2), {
      count: 5,
      data: ids(1, 2),
      status: 206,
      statusText: 'Partial Content',
    })
  }
  await expectAnswer('rpc', client.rpc('nothing'), { data: null, status: 204, statusText: 'No Content' })
  await expectAnswer('rpc', client.rpc('write_room', { label: 'new' }).rollback(), { data: expect.any(Number) })
  const moved = client.rpc('list_works', {}, { get: true }).select('id,rooms(label)').eq('rooms.label', 'Hall')
  await expectAnswer('rpc', moved.or('id.eq.1,id.eq.2').order('id'), {
    data: [
      { id: 1, rooms: { label: 'Hall' } },
      { id: 2, rooms: null },
    ],
  })
})

test('supports from, schema and getOpenApiSpec (rest 2)', async () => {
  await expectAnswer('from', client.from('odd, (table) "x"').select('"the key"').eq('the key', 1), {
    data: [{ 'the key': 1 }],
  })
  await expectAnswer('schema', client.schema('archive').from('loans').select('id').order('id'), { data: ids(1, 2) })
  expect(await client.schema('vault').from('loans').select('id')).toMatchObject({
    status: 406,
    error: { code: 'PGRST106', hint: 'Only the following schemas are exposed: public, archive' },
  })
  called.add('getOpenApiSpec')
  const { rest } = client as unknown as { rest: { getOpenApiSpec(): Promise<Answer> } }
  expect(await rest.getOpenApiSpec()).toMatchObject({ status: 200, data: { swagger: '2.0', paths: { '/works': {} } } })
  const archive = client.schema('archive') as unknown as typeof rest
  const { data } = await archive.getOpenApiSpec()
  expect(Object.keys((data as { definitions: object }).definitions)).toEqual(['loans'])
})

test('supports throwOnError, returns, overrideTypes and setHeader (rest 14)', async () => {
  for (const method of ['throwOnError', 'returns', 'overrideTypes', 'setHeader']) called.add(method)
  await expect(works('nope').throwOnError()).rejects.toMatchObject({
    name: 'PostgrestError',
    code: '42703',
    message: 'column works.nope does not exist',
  })
  await expect(rooms().insert({ id: 1 }).throwOnError()).rejects.toMatchObject({
    code: '23505',
    details: 'Key (id)=(1) already exists.',
  })
  await expectAnswer('returns', works().eq('id', 1).returns<{ id: number }[]>(), { data: ids(1) })
  const typed = works().eq('id', 1).overrideTypes<{ id: number }[], { merge: false }>()
  await expectAnswer('overrideTypes', typed, { data: ids(1) })
  const settings = client.rpc('tell', { name: 'request.headers' }).setHeader('x-trip', 'north')
  await expectAnswer('setHeader', settings, { data: expect.stringContaining('"x-trip":"north"') })
})

/** Methods of the builders that apps do not call. */
const INNER = ['constructor', 'then', 'processResponse', 'cloneRequestState', 'decorateFetch']

test('covers every method of the client (rest 21)', () => {
  const { rest } = client as unknown as { rest: object }
  const methods = [rest, client.from('works'), works()].flatMap((from) => {
    const names: string[] = []
    for (let each: object | null = Object.getPrototypeOf(from); each && each !== Object.prototype; ) {
      names.push(...Object.getOwnPropertyNames(each))
      each = Object.getPrototypeOf(each)
    }
    return names
  })
  const wanted = new Set(methods.filter((name) => !INNER.includes(name)))
  expect([...wanted].filter((name) => !called.has(name))).toEqual([])
  expect(wanted.size).toBeGreaterThan(50)
})
