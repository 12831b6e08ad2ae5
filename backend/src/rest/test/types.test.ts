import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLibraryService } from './library-service.ts'

const library = await createLibraryService()
afterAll(() => library.close())

/** SQL type, PostgreSQL literal and JSON. */
const TYPES: [type: string, literal: string, json: string][] = [
  ['smallint', '7', '7'],
  ['bigint', '9007199254740993', '9007199254740993'],
  ['numeric(10, 2)', '1.1', '1.10'],
  ['numeric', 'NaN', '"NaN"'],
  ['numeric', '12345678901234567890.123', '12345678901234567890.123'],
  ['real', '0.1', '0.1'],
  ['double precision', '1e300', '1e+300'],
  ['double precision', 'Infinity', '"Infinity"'],
  ['double precision', '-0', '-0'],
  ['numeric', '-Infinity', '"-Infinity"'],
  ['oid', '7', '"7"'],
  ['boolean', 'true', 'true'],
  ['boolean', 'f', 'false'],
  ['text', 'ein "Wort", größer 🗺', '"ein \\"Wort\\", größer 🗺"'],
  ['character(5)', 'ab', '"ab   "'],
  ['character varying(3)', 'abc', '"abc"'],
  ['extensions.citext', 'MiXed', '"MiXed"'],
  ['name', 'ü', '"ü"'],
  ['bit varying(5)', '10', '"10"'],
  ['tsvector', "'a':1 'b':2", `"'a':1 'b':2"`],
  ['uuid', '00000000-0000-4000-8000-000000000001', '"00000000-0000-4000-8000-000000000001"'],
  ['inet', '10.0.0.1', '"10.0.0.1"'],
  ['bit(3)', '101', '"101"'],
  ['point', '(1,2)', '"(1,2)"'],
  ['xml', '<a>ü</a>', '"<a>ü</a>"'],
  ['bytea', '\\xdeadbeef', '"\\\\xdeadbeef"'],
  ['jsonb', '{"b":1,"a":3}', '{"a": 3, "b": 1}'],
  ['timestamptz', '2024-01-02T03:04:05.678+02:00', '"2024-01-02T01:04:05.678+00:00"'],
  ['timestamptz', '2024-01-02 03:04:05.123456+00', '"2024-01-02T03:04:05.123456+00:00"'],
  ['timestamptz', 'infinity', '"infinity"'],
  ['timestamp', '2024-01-02T03:04:05.678', '"2024-01-02T03:04:05.678"'],
  ['date', '2024-02-29', '"2024-02-29"'],
  ['date', 'infinity', '"infinity"'],
  ['timestamptz', '0044-03-15 00:00:00+00 BC', '"0044-03-15T00:00:00+00:00 BC"'],
  ['timestamptz', '2024-01-02T03:04:05.100Z', '"2024-01-02T03:04:05.1+00:00"'],
  ['timestamptz', '-infinity', '"-infinity"'],
  ['time', '03:04:05', '"03:04:05"'],
  ['time with time zone', '03:04:05+02', '"03:04:05+02"'],
  ['interval', '1 year 2 mons 3 days 04:05:06.7', '"1 year 2 mons 3 days 04:05:06.7"'],
  ['money', '12.34', '"$12.34"'],
  ['int4range', '[1,5)', '"[1,5)"'],
  ['tstzrange', '[2024-01-01 00:00:00+00,)', '"[\\"2024-01-01 00:00:00+00\\",)"'],
  ['int4range', 'empty', '"empty"'],
  ['int4multirange', '{[1,3),[5,7)}', '"{[1,3),[5,7)}"'],
  ['daterange', '[2024-01-01,2024-02-01)', '"[2024-01-01,2024-02-01)"'],
  ['integer[]', '{1,NULL,3}', '[1,null,3]'],
  ['timestamptz[]', '{"2024-01-02 03:04:05+00"}', '["2024-01-02T03:04:05+00:00"]'],
  ['boolean[]', '{t,f,NULL}', '[true,false,null]'],
  ['integer[][]', '{{1,2},{3,4}}', '[[1,2],[3,4]]'],
  ['text[]', '{"a,b","c\\"d"}', '["a,b","c\\"d"]'],
  ['mood', 'calm', '"calm"'],
]

// One table for all types, because each reload of the schema takes half a second.
beforeAll(async () => {
  const columns = TYPES.map(([type], index) => `value_${index} ${type}`)
  const owner = library.database.connect('owner', { max: 1 })
  await owner.unsafe(`create table samples (id integer primary key, ${columns.join(', ')});
    grant select, insert on samples to anon`)
  await library.service.reload()
})

test.each(TYPES.map((sample, index) => [...sample, index] as const))(
  'writes, filters and reads %s %s as %s (rest 18)',
  async (type, literal, json, index) => {
    const column = `value_${index}`
    const body = JSON.stringify({ id: index, [column]: type === 'jsonb' ? JSON.parse(literal) : literal })
    const headers = { 'content-type': 'application/json', prefer: 'return=representation' }
    const inserted = await library.request(`/samples?select=value:${column}`, { method: 'POST', headers, body })
    expect(await inserted.text()).toBe(`[{"value":${json}}]`)
    // Types without an equality operator.
    if (type === 'point' || type === 'xml') return
    const found = await library.request(`/samples?select=value:${column}&${column}=eq.${encodeURIComponent(literal)}`)
    expect(await found.text()).toBe(
      type === 'numeric' && literal === 'NaN' ? '[{"value":"NaN"}]' : `[{"value":${json}}]`,
    )
  },
)

test('accepts the values that it returned (rest 18)', async () => {
  const rows = await (await library.request('/books?id=lt.3&select=id,title,price,tags,data,period,created_at')).text()
  const headers = { 'content-type': 'application/json', prefer: 'resolution=merge-duplicates,return=representation' }
  const written = await library.request('/books?select=id,title,price,tags,data,period,created_at&order=id', {
    method: 'POST',
    headers,
    body: rows,
  })
  expect(await written.text()).toBe(rows)
})

test('keeps spacing and duplicate keys of json in a call (rest 18)', async () => {
  const body = '{"b": 1,  "b":2}'
  const headers = { 'content-type': 'application/json' }
  expect(await (await library.request('/rpc/echo_json', { method: 'POST', headers, body })).text()).toBe(body)
})

test('returns times in the preferred time zone (rest 11)', async () => {
  const headers = { prefer: 'timezone=Asia/Tokyo' }
  const response = await library.request('/books?id=eq.1&select=created_at', { headers })
  expect(await response.json()).toEqual([{ created_at: '2024-01-02T12:04:05.678+09:00' }])
  expect(response.headers.get('preference-applied')).toBe('timezone=Asia/Tokyo')
})
