import { expect, test } from 'vitest'
import { openMuseum } from './museum.ts'

const museum = await openMuseum()

const send = (method: string, path: string, body: string, headers: Record<string, string> = {}) =>
  museum.request(path, {
    method,
    key: 'sb_secret_test',
    body,
    headers: {
      'content-type': 'application/json',
      ...headers,
      prefer: ['tx=rollback', headers.prefer].filter(Boolean).join(),
    },
  })

test.each([
  ['inserts by PUT (rest 10.1)', '/rooms?id=eq.10', '{"id":10,"label":"x"}', 'return=representation', 201],
  ['updates by PUT (rest 10.1)', '/rooms?id=eq.1', '{"id":1,"label":"x"}', 'return=representation', 200],
  ['returns no row for PUT by default (rest 10.1)', '/rooms?id=eq.1', '{"id":1}', '', 204],
  ['upserts by PUT with a key of two columns (rest 10.1)', '/pairs?a=eq.1&b=eq.1', '{"a":1,"b":1}', '', 204],
  ['rejects PUT without the whole key (rest 10.1)', '/pairs?a=eq.1', '{"a":1,"b":1}', '', 405],
  ['rejects PUT with filters beyond the key (rest 10.1)', '/rooms?id=eq.1&floor=eq.0', '{"id":1}', '', 405],
  ['rejects PUT of another row (rest 10.1)', '/rooms?id=eq.1', '{"id":2}', '', 400],
  ['rejects PUT with a limit (rest 10.1)', '/rooms?id=eq.1&limit=1', '{"id":1}', '', 400],
])('%s', async (_name, path, body, prefer, status) => {
  expect((await send('PUT', path, body, { prefer })).status).toBe(status)
})

test('accepts CSV and a form, and rejects other types (rest 10.2)', async () => {
  const prefer = 'return=representation'
  const csv = await send('POST', '/rooms?select=id,label,floor', 'id,label,floor\n10,"a,""b",NULL\n11,,2', {
    'content-type': 'text/csv',
    prefer,
  })
  expect(await csv.json()).toEqual([
    { id: 10, label: 'a,"b', floor: null },
    { id: 11, label: '', floor: 2 },
  ])
  const ragged = await send('POST', '/rooms', 'id,label\n1', { 'content-type': 'text/csv' })
  expect(await ragged.json()).toMatchObject({ code: 'PGRST102', message: 'All lines must have same number of fields' })
  const form = await send('POST', '/rooms?select=label', 'id=10&label=a+b', {
    'content-type': 'application/x-www-form-urlencoded',
    prefer,
  })
  expect(await form.json()).toEqual([{ label: 'a b' }])
  const other = await send('POST', '/rooms', 'x', { 'content-type': 'image/png' })
  expect(await other.json()).toMatchObject({ code: 'PGRST102', message: 'Content-Type not acceptable: image/png' })
})

test.each([
  ['', 'Empty or invalid json'],
  ['{', 'Empty or invalid json'],
  ['[{"id":1},{"label":"x"}]', 'All object keys must match'],
])('rejects the body %j (rest 10.2)', async (body, message) => {
  const response = await send('POST', '/rooms', body)
  expect([response.status, await response.json()]).toMatchObject([400, { code: 'PGRST102', message }])
})

test('passes numbers, spacing and duplicate keys to PostgreSQL unchanged (rest 10.2)', async () => {
  const body = '{"id":9007199254740993,"title":"x","raw":{"b":1,  "a":2, "b":3}}'
  const response = await send('POST', '/works?select=id,raw', body, { prefer: 'return=representation' })
  expect(await response.text()).toBe('[{"id":9007199254740993,"raw":{"b":1,  "a":2, "b":3}}]')
})

test('returns the location of the row with headers-only (rest 10.4)', async () => {
  const one = await send('POST', '/pairs', '{"a":7,"b":8}', { prefer: 'return=headers-only' })
  expect([one.status, one.headers.get('location'), one.headers.get('content-range'), await one.text()]).toEqual([
    201,
    '/pairs?a=eq.7&b=eq.8',
    '*/*',
    '',
  ])
  const two = await send('POST', '/pairs', '[{"a":7,"b":8},{"a":7,"b":9}]', { prefer: 'return=headers-only' })
  expect(two.headers.get('location')).toBeNull()
})

test('sends Content-Range for mutations (rest 8)', async () => {
  const range = async (method: string, path: string, body: string) =>
    (await send(method, path, body, { prefer: 'count=exact' })).headers.get('content-range')
  expect(await range('PATCH', '/rooms?id=gt.1', '{"floor":1}')).toBe('0-1/2')
  expect(await range('PATCH', '/rooms?id=gt.1', '{}')).toBe('*/0')
  expect(await range('POST', '/rooms', '[{"id":10},{"id":11}]')).toBe('*/2')
  expect(await range('DELETE', '/visits?id=gt.1', '')).toBe('*/2')
  expect(await range('PUT', '/rooms?id=eq.1', '{"id":1}')).toBeNull()
})

test('lists the applied preferences in order (rest 11)', async () => {
  const prefer =
    'count=exact, handling=strict, return=representation, max-affected=5, resolution=merge-duplicates, missing=default, timezone=Asia/Tokyo'
  const posted = await send('POST', '/rooms', '{"id":10}', { prefer })
  expect(posted.headers.get('preference-applied')).toBe(
    'resolution=merge-duplicates, missing=default, return=representation, count=exact, tx=rollback, handling=strict, timezone=Asia/Tokyo',
  )
  const patched = await send('PATCH', '/rooms?id=eq.1', '{"floor":1}', { prefer: 'handling=strict, max-affected=5' })
  expect(patched.headers.get('preference-applied')).toBe('tx=rollback, handling=strict, max-affected=5')
})

test('rejects unknown preferences with strict handling (rest 11)', async () => {
  const response = await museum.request('/rooms', {
    headers: { prefer: 'handling=strict, nonsense, timezone=Mars/Olympus' },
  })
  expect([response.status, await response.json()]).toMatchObject([
    400,
    {
      code: 'PGRST122',
      message: 'Invalid preferences given with handling=strict',
      details: 'Invalid preferences: nonsense, timezone=Mars/Olympus',
    },
  ])
  expect((await museum.request('/rooms', { headers: { prefer: 'handling=lenient, nonsense' } })).status).toBe(200)
})
