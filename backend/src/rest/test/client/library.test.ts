import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, describe, expect, test } from 'vitest'
import { createLibraryService, KEYS } from '../library-service.ts'
import { createHttpClient } from './http-client.ts'

const library = await createLibraryService({ planEnabled: true, txEnd: 'commit-allow-override' })
afterAll(() => library.close())
const overHttp = await createHttpClient(library.service, KEYS.publishableKey)

describe.each([
  ['in process', library.visitor],
  ['over HTTP', overHttp],
])('the unmodified client %s', (_where, client: SupabaseClient) => {
  const books = () => client.from('books')
  const ids = async (query: PromiseLike<{ data: unknown; error: unknown }>) => {
    const { data, error } = await query
    expect(error).toBeNull()
    return (data as { id: number }[]).map((row) => row.id)
  }

  test('filters rows with operators of every kind (rest 7)', async () => {
    expect(await ids(books().select('id').eq('title', 'Engines'))).toEqual([1])
    expect(await ids(books().select('id').neq('id', 1).order('id'))).toEqual([2, 3, 4])
    expect(await ids(books().select('id').gt('price', 8).lte('price', 12.5))).toEqual([1])
    expect(await ids(books().select('id').gte('price', 20))).toEqual([3])
    expect(await ids(books().select('id').lt('price', 6))).toEqual([4])
    expect(await ids(books().select('id').like('title', 'Eng%'))).toEqual([1])
    expect(await ids(books().select('id').ilike('title', 'eng%'))).toEqual([1])
    expect(await ids(books().select('id').likeAllOf('title', ['%e%', 'E%']))).toEqual([1])
    expect(await ids(books().select('id').ilikeAnyOf('title', ['eng%', 'win%']).order('id'))).toEqual([1, 3])
    expect(await ids(books().select('id').is('in_stock', null))).toEqual([3])
    expect(await ids(books().select('id').in('id', [1, 3]).order('id'))).toEqual([1, 3])
    // The client escapes nothing, so a value with a comma and a quote looks like a list.
    expect((await books().select('id').in('title', ['Small, (odd) "title"'])).error?.code).toBe('PGRST100')
    expect(await ids(books().select('id').contains('tags', ['math', 'history']))).toEqual([1])
    expect(await ids(books().select('id').containedBy('tags', ['math', 'x']).order('id'))).toEqual([2, 3])
    expect(await ids(books().select('id').overlaps('tags', ['history']))).toEqual([1])
    expect(await ids(books().select('id').contains('data', { pages: 50 }))).toEqual([2])
    expect(await ids(books().select('id').rangeGt('period', '[0,2)'))).toEqual([2])
    expect(await ids(books().select('id').rangeLt('period', '[9,10)').order('id'))).toEqual([1, 2])
    expect(await ids(books().select('id').rangeAdjacent('period', '[9,10)'))).toEqual([2])
    expect(await ids(books().select('id').textSearch('title', 'engine', { config: 'english' }).order('id'))).toEqual([
      1, 2,
    ])
    expect(await ids(books().select('id').textSearch('words', 'winter road', { type: 'websearch' }))).toEqual([3])
    expect(await ids(books().select('id').match({ mood: 'tense', in_stock: false }))).toEqual([2])
    expect(await ids(books().select('id').not('mood', 'is', null).order('id'))).toEqual([1, 2, 3])
    expect(await ids(books().select('id').or('id.eq.1,and(id.gt.2,price.lt.6)').order('id'))).toEqual([1, 4])
    expect(await ids(books().select('id').filter('data->>pages', 'eq', '100'))).toEqual([1])
  })

  test('orders, limits and pages rows (rest 8)', async () => {
    expect(await ids(books().select('id').order('price', { ascending: false }).limit(2))).toEqual([3, 1])
    expect(await ids(books().select('id').order('mood', { nullsFirst: true }).order('id').range(0, 1))).toEqual([4, 1])
    const { count, data } = await books().select('id', { count: 'exact' }).range(1, 2)
    expect([count, data?.length]).toEqual([4, 2])
    const head = await books().select('*', { count: 'exact', head: true })
    expect([head.count, head.data, head.status]).toEqual([4, null, 200])
  })

  test('returns one row, at most one row, CSV, a plan and stripped nulls (rest 13)', async () => {
    expect((await books().select('id').eq('id', 1).single()).data).toEqual({ id: 1 })
    const several = await books().select('id').single()
    expect([several.status, several.statusText, several.error?.code]).toEqual([406, 'Not Acceptable', 'PGRST116'])
    expect((await books().select('id').eq('id', 99).maybeSingle()).data).toBeNull()
    expect((await books().select('id').eq('id', 1).csv()).data).toBe('id\n1')
    expect((await books().select('id').explain()).data).toContain('Seq Scan')
    expect((await books().select('id,mood').eq('id', 4).stripNulls()).data).toEqual([{ id: 4 }])
  })

  test('inserts, updates and deletes rows, and keeps nothing after a rollback (rest 10)', async () => {
    const insert = await client
      .from('shelves')
      .insert([
        { id: 50, label: 'a' },
        { id: 51, label: 'b' },
      ])
      .select('id')
      .rollback()
    expect([insert.status, insert.statusText, insert.data]).toEqual([201, 'Created', [{ id: 50 }, { id: 51 }]])
    const upsert = await client.from('shelves').upsert({ id: 1, label: 'new' }).select().rollback().single()
    expect(upsert.data).toEqual({ id: 1, label: 'new' })
    const byLabel = await client
      .from('shelves')
      .upsert({ id: 9, label: 'Travel' }, { onConflict: 'label', ignoreDuplicates: true })
      .rollback()
    expect([byLabel.status, byLabel.error]).toEqual([201, null])
    const update = await client.from('shelves').update({ label: 'x' }, { count: 'exact' }).eq('id', 1).rollback()
    expect([update.status, update.count, update.data]).toEqual([204, 1, null])
    const remove = await books().delete().eq('id', 4).select('id').rollback()
    expect(remove.data).toEqual([{ id: 4 }])
    const defaults = await books()
      .insert([{ title: 'x', price: 1 }, { title: 'y' }], { defaultToNull: false })
      .select('price')
      .rollback()
    expect(defaults.data).toEqual([{ price: 1 }, { price: 9.9 }])
    expect((await client.from('shelves').select('id', { count: 'exact', head: true })).count).toBe(2)
  })

  test('calls functions by POST, GET and HEAD (rest 12)', async () => {
    expect((await client.rpc('add_numbers', { a: 2 })).data).toBe(12)
    expect((await client.rpc('sum_all', { items: [1, 2] }, { get: true })).data).toBe(3)
    const head = await client.rpc('list_books', {}, { head: true, count: 'exact' })
    expect([head.data, head.count]).toEqual([null, 4])
    expect((await client.rpc('list_books').select('id').gt('id', 2).order('id')).data).toEqual([{ id: 3 }, { id: 4 }])
    expect((await client.rpc('do_nothing')).status).toBe(204)
    expect((await client.rpc('first_writer').single()).data).toMatchObject({ name: 'Ada' })
  })

  test('sends errors with all four members (rest 14.1)', async () => {
    const { error, status } = await books().select('nope')
    expect(status).toBe(400)
    expect(error).toMatchObject({
      code: '42703',
      details: null,
      hint: null,
      message: 'column books.nope does not exist',
    })
  })

  test('rejects a schema that is not exposed (rest 2)', async () => {
    const { error, status } = await client.schema('private').from('books').select()
    expect([status, error?.code, error?.hint]).toEqual([
      406,
      'PGRST106',
      'Only the following schemas are exposed: public',
    ])
  })

  test('accepts long lists of filters (rest 17)', async () => {
    const { data, error } = await books()
      .select('id')
      .in(
        'id',
        Array.from({ length: 2000 }, (_, i) => i),
      )
      .order('id')
    expect([error, data?.length]).toEqual([null, 4])
  })
})
