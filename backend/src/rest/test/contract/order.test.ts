import { expect, test } from 'vitest'
import { openMuseum } from './museum.ts'

const museum = await openMuseum()
const JSON_TYPE = { 'content-type': 'application/json' }

interface Faulty {
  method?: string
  path: string
  headers?: Record<string, string>
  body?: string
  token?: string
}

/** Each request has two faults. The response reports the one that is checked first. */
test.each<[string, Faulty, string]>([
  ['a token before a path', { path: '/a/b/c', token: 'x.y.z' }, 'PGRST301'],
  ['a path before a profile', { path: '/a/b/c', headers: { 'accept-profile': 'nope' } }, 'PGRST125'],
  [
    'a profile before a method',
    { path: '/rooms', method: 'PURGE', headers: { 'content-profile': 'nope' } },
    'PGRST106',
  ],
  ['a method before a query', { path: '/rpc/nothing?select=(', method: 'PUT' }, 'PGRST101'],
  ['a method before a query, of a table', { path: '/rooms?select=(', method: 'PURGE' }, 'PGRST117'],
  ['a query before a range', { path: '/rooms?id=nope.1&limit=-1' }, 'PGRST100'],
  ['a range before a body', { path: '/rooms?limit=-1', method: 'POST', headers: JSON_TYPE, body: '{' }, 'PGRST103'],
  [
    'a range of PUT before a body',
    { path: '/rooms?limit=1', method: 'PUT', headers: JSON_TYPE, body: '{' },
    'PGRST114',
  ],
  ['a body before a table', { path: '/nope', method: 'POST', headers: JSON_TYPE, body: '{' }, 'PGRST102'],
  ['a table before an embed', { path: '/nope?select=x(id)' }, 'PGRST205'],
  ['an embed that is not there before a relationship', { path: '/rooms?select=nope(id)&other.id=eq.1' }, 'PGRST108'],
  [
    'a relationship before a media type',
    { path: '/rooms?select=nope(id)', headers: { accept: 'image/png' } },
    'PGRST200',
  ],
  [
    'a column before strict preferences',
    { path: '/rooms', method: 'POST', headers: { ...JSON_TYPE, prefer: 'handling=strict, x' }, body: '{"nope":1}' },
    'PGRST204',
  ],
  [
    'the key of a PUT before strict preferences',
    { path: '/rooms', method: 'PUT', headers: { ...JSON_TYPE, prefer: 'handling=strict, x' }, body: '{"id":1}' },
    'PGRST105',
  ],
  [
    'strict preferences of a write before a media type',
    {
      path: '/rooms',
      method: 'POST',
      headers: { ...JSON_TYPE, accept: 'image/png', prefer: 'handling=strict, x' },
      body: '{"id":1}',
    },
    'PGRST122',
  ],
  [
    'a media type of a read before strict preferences',
    { path: '/rooms', headers: { accept: 'image/png', prefer: 'handling=strict, x' } },
    'PGRST107',
  ],
  ['a function before a media type', { path: '/rpc/nope', headers: { accept: 'image/png' } }, 'PGRST202'],
  [
    'a media type before strict preferences of a call',
    { path: '/rpc/nothing', headers: { accept: 'image/png', prefer: 'handling=strict, x' } },
    'PGRST107',
  ],
  [
    'strict preferences before a bound that needs a set',
    { path: '/rpc/nothing', headers: { prefer: 'handling=strict, max-affected=1, x' } },
    'PGRST122',
  ],
  ['a media type before PostgreSQL', { path: '/vault', headers: { accept: 'image/png' } }, 'PGRST107'],
])('reports %s (rest 1)', async (_name, { path, ...init }, code) => {
  const response = await museum.request(path, init)
  expect(((await response.json()) as { code: string }).code).toBe(code)
})
