import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPeople, type People } from './people.ts'

let people: People

beforeAll(async () => {
  people = await createPeople()
})
afterAll(() => people[Symbol.asyncDispose]())

test('counts page views by day and path, with the secret key only', async () => {
  for (const path of ['/spot/a', '/spot/a', '/spot/b']) {
    await people.actAs('service', (sql) => sql`select public.record_page_view('/spot/[id]', ${path}, 7)`)
  }
  expect(await people.owner`select path, views from public.page_views order by path`).toEqual([
    { path: '/spot/a', views: '2' },
    { path: '/spot/b', views: '1' },
  ])
})

test('limits page views per minute and sender (runtime 7.5)', async () => {
  const count = (sender: number, times: number) =>
    people.actAs(
      'service',
      (sql) => sql<{ counted: boolean }[]>`
      select public.record_page_view('/about', '/about', ${sender}) as counted from generate_series(1, ${times}::integer)`,
    )
  const counted = (await count(11, 200)).filter((row) => row.counted)
  expect(counted).toHaveLength(120)
  expect((await count(12, 1))[0]?.counted).toBe(true)
  await expect(count(70_000, 1)).rejects.toThrow('page_view_senders_sender_check')
})

test('keeps page views for 400 days', async () => {
  await people.owner`delete from public.page_views`
  await people.owner`
    insert into public.page_views (day, route, path)
    select current_date - age, '/about', '/about' from unnest('{0,400,401,900}'::integer[]) as age`
  await people.actAs('service', (sql) => sql`select public.delete_removed_content()`)
  expect(await people.owner`select current_date - day as age from public.page_views order by day desc`).toEqual([
    { age: 0 },
    { age: 400 },
  ])
})
