import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, signUp, type TestApp } from './test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app[Symbol.asyncDispose]())

interface Row {
  id: string
  status: string
}

test('shows all spots of a member in pages, and the drafts that are older than a page of them', async () => {
  const author = await signUp(app, 'author@example.org')
  const other = await signUp(app, 'other@example.org')
  await app.owner`
    insert into public.spots (title, category, lng, lat, status, visibility, author_id, created_at)
    select 'Spot ' || number, 'castle', 7.7, 45, 'published', 'private', ${author.id}, '2026-11-02'
    from generate_series(1, 203) as number`
  await app.owner`
    insert into public.spots (title, category, lng, lat, status, author_id, created_at)
    values ('Begun', 'castle', 7.7, 45, 'draft', ${author.id}, '2026-11-01')`
  await app.owner`
    insert into public.posts (title, status, author_id, created_at)
    select 'Story ' || number, case number when 1 then 'draft' else 'published' end::public.publication_status,
      ${author.id}, '2026-11-01'::timestamptz + number * interval '1 hour'
    from generate_series(1, 60) as number`
  const load = async (before?: string) => {
    const { data, error } = await author.client.rpc('account_page', before ? { before_spot: before } : {})
    expect(error).toBeNull()
    return data as unknown as { numbers: { spots: number; stories: number }; spots: Row[]; posts: Row[] }
  }
  const shownOf = (spots: Row[]) => spots.filter(({ status }) => status === 'published').map(({ id }) => id)
  const first = await load()
  expect(first.numbers).toMatchObject({ spots: 203, stories: 59 })
  expect(first.spots.filter(({ status }) => status === 'draft')).toHaveLength(1)
  expect(first.posts.filter(({ status }) => status === 'draft')).toHaveLength(1)
  const firstIds = shownOf(first.spots).slice(0, 100)
  const secondIds = shownOf((await load(firstIds.at(-1))).spots).slice(0, 100)
  const lastIds = shownOf((await load(secondIds.at(-1))).spots)
  expect(lastIds).toHaveLength(3)
  expect(new Set([...firstIds, ...secondIds, ...lastIds]).size).toBe(203)
  const [foreign] = await app.owner<{ id: string }[]>`
    insert into public.spots (title, category, lng, lat, author_id, created_at)
    values ('Of another member', 'castle', 7.7, 45, ${other.id}, '2026-11-01') returning id`
  for (const unknown of ['nosuchspot', foreign?.id ?? ''])
    expect(shownOf((await load(unknown)).spots)).toEqual(shownOf(first.spots))
})

test('shows own reviews with their spots, even if other spots have covers', async () => {
  const member = await signUp(app, 'reviewer@example.org')
  const spots = await app.owner<{ id: string }[]>`
    insert into public.spots (title, category, lng, lat, status, author_id)
    select 'Tower ' || number, 'castle', 7.7, 45, 'published', ${member.id} from generate_series(1, 3) as number returning id`
  for (const { id } of spots) {
    const [photo] = await app.owner<{ id: string }[]>`
      insert into public.photos (spot_id, author_id, storage_path, width, height)
      values (${id}, ${member.id}, ${`${member.id}/${id}`}, 400, 300) returning id`
    await app.owner`update public.spots set cover_photo_id = ${photo?.id ?? ''} where id = ${id}`
  }
  const reviewed = spots[1]?.id ?? ''
  await app.owner`insert into public.reviews (spot_id, author_id, rating) values (${reviewed}, ${member.id}, 4)`
  const { data, error } = await member.client.rpc('account_page')
  expect(error).toBeNull()
  expect(data).toMatchObject({ reviews: [{ rating: 4, spot: { id: reviewed } }] })
})
