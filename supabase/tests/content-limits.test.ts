import { afterAll, beforeAll, expect, test } from 'vitest'
import { CONTENT_LIMITS, IMPORT_UNDO_DAYS, REVIEW_PHOTOS, TAG_LIMITS } from '../../web/app/lib/content-limits.ts'
import { startImport } from './member-import.ts'
import { createPeople, type People } from './people.ts'

let people: People

beforeAll(async () => {
  people = await createPeople()
})
afterAll(() => people[Symbol.asyncDispose]())

/** Returns true when every check constraint on the column accepts a text of this many characters. */
async function accepts(column: string, length: number): Promise<boolean> {
  const [table = '', name = ''] = column.split('.')
  const checks = await people.owner`
    select pg_get_expr(conbin, conrelid) as expression from pg_constraint
    where contype = 'c' and conrelid = ${`public.${table}`}::regclass and (
      select attnum from pg_attribute where attrelid = conrelid and attname = ${name}) = any (conkey)`
  expect(checks.length, `constraints on ${column}`).toBeGreaterThan(0)
  const text = column === 'spots.website' ? 'https://a.example/'.padEnd(length, 'x') : 'x'.repeat(length)
  const results = await Promise.all(
    checks.map(({ expression }) =>
      people.owner.unsafe(
        `select (${expression}) as ok from (values ($1, 'removed'::public.publication_status)) as v (${name}, status)`,
        [text],
      ),
    ),
  )
  return results.every(([row]) => row?.ok)
}

for (const [column, limit] of Object.entries(CONTENT_LIMITS)) {
  test(`accepts ${limit} characters in ${column} and no more, like the forms`, async () => {
    expect([await accepts(column, limit), await accepts(column, limit + 1)]).toEqual([true, false])
  })
}

test('accepts as many tags, of as many characters, as the forms do', async () => {
  const isTagList = async (count: number, length: number) => {
    const tags = Array.from({ length: count }, (_, index) => String.fromCharCode(97 + index).repeat(length))
    const [row] = await people.owner`select private.is_tag_list(${tags}) as ok`
    return row?.ok
  }
  expect(await isTagList(TAG_LIMITS.count, TAG_LIMITS.length)).toBe(true)
  expect(await isTagList(TAG_LIMITS.count + 1, 1)).toBe(false)
  expect(await isTagList(1, TAG_LIMITS.length + 1)).toBe(false)
})

test('accepts as many photos per review as the forms do', async () => {
  const [row] = await people.owner`select private.max_review_photos() as most`
  expect(row?.most).toBe(REVIEW_PHOTOS)
})

test('undoes an import for as many days as the screen says', async () => {
  const undoAfter = async (days: number) => {
    const id = await startImport(people, [])
    await people.owner`
      update public.imports set status = 'done', created_at = now() - make_interval(days => ${days}, mins => -1) where id = ${id}`
    return people.actAs('author', (sql) => sql`select public.undo_import(${id})`)
  }
  await undoAfter(IMPORT_UNDO_DAYS)
  await expect(undoAfter(IMPORT_UNDO_DAYS + 1)).rejects.toThrow(`An import can be undone for ${IMPORT_UNDO_DAYS} days.`)
})
