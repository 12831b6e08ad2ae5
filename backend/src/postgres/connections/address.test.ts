import { expect, test } from 'vitest'
import { toConnectionOptions } from './address.ts'

const readTls = (query: string) =>
  toConnectionOptions({ url: `postgres://ada:p%40ss@db.example.org:6543/site${query}` }, 1000).map(({ ssl }) => ssl)

test('reads user, password, host, port and database of a URL', () => {
  const [options] = toConnectionOptions({ url: 'postgres://ada:p%40ss@db.example.org:6543/site' }, 1000)
  expect(options).toMatchObject({
    user: 'ada',
    password: 'p@ss',
    host: 'db.example.org',
    port: 6543,
    database: 'site',
    connectionTimeoutMillis: 1000,
  })
  const [bare] = toConnectionOptions({ url: 'postgres://ada@[::1]' }, 1000)
  expect(bare).toMatchObject({ host: '::1', port: 5432, database: 'ada' })
})

test.each([
  ['', [{ rejectUnauthorized: false }, false]],
  ['?sslmode=prefer', [{ rejectUnauthorized: false }, false]],
  ['?sslmode=disable', [false]],
  ['?sslmode=require', [{ rejectUnauthorized: false }]],
  ['?sslmode=verify-ca', [{ checkServerIdentity: expect.any(Function) }]],
  ['?sslmode=verify-full', [{}]],
])('reads TLS from %j as libpq does', (query, expected) => {
  expect(readTls(query)).toEqual(expected)
})

test('rejects an unknown sslmode', () => {
  expect(() => readTls('?sslmode=always')).toThrow('sslmode of DATABASE_URL must be one of')
})
