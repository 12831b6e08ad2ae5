import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createExampleBuckets, createTestStorage, EXAMPLE_RULES, type TestStorage } from '../test-storage.ts'

let storage: TestStorage
let owner: ReturnType<TestStorage['database']['connect']>

beforeAll(async () => {
  storage = await createTestStorage({
    sql: `${EXAMPLE_RULES}
      create policy "visitors read what is not hidden" on storage.objects
        for select to anon using (bucket_id = 'private' and name !~ 'x');`,
  })
  await createExampleBuckets(storage)
  owner = storage.database.connect('owner', { max: 1 })
})

afterAll(() => storage[Symbol.asyncDispose]())

/**
 * Few letters in both cases, and characters that sort before and after the slash, so that many names start with those
 * of folders.
 */
const Key = fc
  .array(fc.constantFrom('a', 'A', 'b', 'x', '-', '.', ' ', '/', '/', '0', '_'), { minLength: 1, maxLength: 7 })
  .map((letters) => letters.join(''))
const Requested = fc.record({
  keys: fc.uniqueArray(Key, { minLength: 1, maxLength: 30 }),
  folder: fc.constantFrom('', '', 'a/', 'A/', 'a/b/'),
  search: fc.constantFrom('', '', 'a', 'A', 'a.', 'a/', 'b/a'),
  order: fc.constantFrom('asc', 'desc'),
  pageSize: fc.integer({ min: 1, max: 8 }),
  isVisitor: fc.boolean(),
})

test('lists all visible objects of a folder in pages, sorted by name (storage 7)', async () => {
  await fc.assert(
    fc.asyncProperty(Requested, async ({ keys, folder, search, order, pageSize, isVisitor }) => {
      await owner.begin(async (tx) => {
        await tx`select set_config('storage.allow_delete_query', 'true', true)`
        await tx`delete from storage.objects where bucket_id = 'private'`
        await tx`insert into storage.objects (bucket_id, name) select 'private', name from unnest(${keys}::text[]) as name`
      })
      const expected = await owner.begin(async (tx) => {
        await tx`select set_config('role', ${isVisitor ? 'anon' : 'service_role'}, true)`
        return tx<{ name: string; id: string | null }[]>`select name, id
          from storage.search(${folder}, 'private', 1000, 1, 0, ${search}, 'name', ${order})`
      })
      const bucket = (isVisitor ? storage.visitor : storage.admin).storage.from('private')
      const listed: { name: string; id: string | null }[] = []
      for (let offset = 0; ; offset += pageSize) {
        const sortBy = { column: 'name', order }
        const { data, error } = await bucket.list(folder, { limit: pageSize, offset, search, sortBy })
        if (error) throw error
        listed.push(...data.map(({ name, id }) => ({ name, id })))
        if (data.length < pageSize) break
      }
      // Names that differ only in case may be in either order.
      expect(listed.map((entry) => entry.name.toLowerCase())).toEqual(expected.map((entry) => entry.name.toLowerCase()))
      const sort = (entries: typeof listed) => entries.map((entry) => `${entry.name} ${entry.id}`).sort()
      expect(sort(listed)).toEqual(sort([...expected]))
    }),
    { numRuns: 40 },
  )
})
