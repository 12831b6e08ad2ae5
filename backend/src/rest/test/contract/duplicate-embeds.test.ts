import { expect, test } from 'vitest'
import { readError } from '../library-service.ts'
import { openMuseum } from './museum.ts'

const museum = await openMuseum()

test.each([
  ['/works?select=id,rooms(id),rooms(label)', 'works_rooms_1'],
  ['/works?select=id,a:rooms(id),a:shows(name)', 'works_a_1'],
  ['/artists?select=works!works_restorer_fkey(id),works!works_artist_id_fkey(id)', 'artists_works_1'],
  ['/shows?select=works(id,rooms(id),rooms(id))', 'works_rooms_2'],
  ['/rpc/list_works?select=id,rooms(id),rooms(label)', 'works_rooms_1'],
])('rejects two embeds with the same key in %s (rest 9.3)', async (path, name) => {
  const response = await museum.request(path)
  expect(response.status).toBe(400)
  expect(await readError(response)).toEqual({
    code: '42712',
    details: null,
    hint: null,
    message: `table name "${name}" specified more than once`,
  })
})

test('rejects two embeds with the same key after a mutation without changing a row (rest 9.3)', async () => {
  const { error } = await museum.client.from('shows').insert({ id: 90, name: 'x' }).select('works(id),works(title)')
  expect(error?.code).toBe('42712')
  expect((await museum.client.from('shows').select().eq('id', 90)).data).toEqual([])
})

test.each([
  '/works?select=id,rooms(id),again:rooms(label)&id=eq.1',
  '/works?select=id,...rooms(floor),...rooms(label)&id=eq.1',
])('accepts embeds of the same relation with different keys in %s (rest 9.3)', async (path) => {
  expect((await museum.request(path)).status).toBe(200)
})
