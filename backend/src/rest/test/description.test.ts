import { afterAll, expect, test, vi } from 'vitest'
import { createLibraryService, KEYS, readError } from './library-service.ts'

const library = await createLibraryService()
afterAll(() => library.close())

test.each([
  ['/', 'OPTIONS,GET,HEAD'],
  ['/books', 'OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE'],
  ['/rpc/write_by_get', 'OPTIONS,POST'],
  ['/rpc/add_numbers', 'OPTIONS,GET,HEAD,POST'],
])('OPTIONS %s allows %s (rest 15)', async (path, allow) => {
  const response = await library.request(path, { method: 'OPTIONS' })
  expect([response.status, response.headers.get('allow'), await response.text()]).toEqual([200, allow, ''])
})

test('responds to a preflight without a key (rest 15)', async () => {
  const headers = {
    origin: 'http://app.test',
    'access-control-request-method': 'PATCH',
    'access-control-request-headers': 'prefer',
  }
  const response = await library.service.fetch(
    new Request('http://b.test/rest/v1/books', { method: 'OPTIONS', headers }),
  )
  expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
  expect(response.headers.get('access-control-allow-headers')).toBe('Authorization, prefer')
})

test('describes what the caller may use, and only that (rest 15)', async () => {
  const visitor = await (await library.request('/')).json()
  expect(visitor).toMatchObject({
    swagger: '2.0',
    definitions: {
      books: {
        properties: {
          id: { type: 'integer', format: 'integer', description: 'Note:\nThis is a Primary Key.<pk/>' },
          mood: { enum: ['calm', 'tense'] },
        },
      },
      notes: { properties: { book_id: { description: expect.stringContaining("<fk table='books' column='id'/>") } } },
    },
    paths: { '/books': { get: {}, post: {}, delete: {}, patch: {} }, '/rpc/write_by_get': { post: {} } },
  })
  expect(visitor).not.toHaveProperty(['paths', '/rpc/write_by_get', 'get'])
  expect(visitor).not.toHaveProperty('definitions.secrets_table')
  const admin = await (await library.request('/', { key: KEYS.secretKey })).json()
  expect(admin).toHaveProperty('definitions.secrets_table')
})

test.each([
  ['GET', '/books/', 404, 'PGRST125'],
  ['GET', '/rpc/a/b', 404, 'PGRST125'],
  ['GET', '/%ff', 404, 'PGRST125'],
  ['GET', '/bookz', 404, 'PGRST205'],
  ['POST', '/', 405, 'PGRST117'],
  ['PURGE', '/books', 405, 'PGRST117'],
  ['DELETE', '/rpc/add_numbers', 405, 'PGRST101'],
])('responds to %s %s with %i %s (rest 2)', async (method, path, status, code) => {
  const response = await library.request(path, { method })
  expect([response.status, (await readError(response)).code]).toEqual([status, code])
})

test('rejects requests that are too long or too large (rest 17)', async () => {
  expect((await library.request(`/books?title=eq.${'x'.repeat(70_000)}`)).status).toBe(414)
  const body = `[${'{"title":"x"},'.repeat(10)}{"title":"${'x'.repeat(33 * 1024 * 1024)}"}]`
  const headers = { 'content-type': 'application/json' }
  expect((await library.request('/books', { method: 'POST', headers, body })).status).toBe(413)
})

test('picks up a schema change without a restart (rest 16.2)', async () => {
  const owner = library.database.connect('owner', { max: 1 })
  await owner`create table fresh (id integer primary key)`
  await owner`grant select on fresh to anon`
  await vi.waitFor(async () => expect((await library.request('/fresh')).status).toBe(200), { timeout: 3000 })
  await owner`drop table fresh`
  await vi.waitFor(async () => expect((await library.request('/fresh')).status).toBe(404), { timeout: 3000 })
})
