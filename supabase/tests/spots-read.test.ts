import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Transaction } from '../../backend/src/postgres/statements/sql.ts'
import { createSpotMatrix, type SpotFixture } from './fixtures.ts'
import { createPeople, type People } from './people.ts'
import { VIEWERS, type Viewer } from './visibility-rule.ts'

let people: People
let spots: SpotFixture[]

beforeAll(async () => {
  people = await createPeople()
  spots = await createSpotMatrix(people)
})
afterAll(() => people[Symbol.asyncDispose]())

/** The visibility rule of the product, implemented a second time independently. */
function mayRead(viewer: Viewer, { visibility, status }: SpotFixture): boolean {
  if (viewer === 'author') return true
  if (viewer === 'moderator') return visibility !== 'private'
  if (status !== 'published' && status !== 'closed') return false
  if (visibility === 'public') return true
  if (visibility === 'members') return viewer === 'stranger'
  return visibility === 'link' && viewer === 'holder'
}

/** Every way to read a spot or an attachment. Each returns the number of rows: 1 or more if readable, else 0. */
const WAYS: Record<string, (sql: Transaction, spot: SpotFixture) => Promise<number>> = {
  'its row': (sql, { id }) => count(sql`select from public.spots where id = ${id}`),
  'its row by a function with a predicate': (sql, { id }) =>
    count(sql`select from public.spots where id = ${id} and title ilike '%' and description = 'needle'`),
  'its photo': (sql, { photoId }) => count(sql`select from public.photos where id = ${photoId}`),
  'its file': (sql, { photoPath }) => count(sql`select from storage.objects where name = ${`${photoPath}/full.webp`}`),
  'its reviews': (sql, { id }) => count(sql`select from public.reviews where spot_id = ${id}`),
  'its comments': (sql, { id }) => count(sql`select from public.comments where spot_id = ${id}`),
  'its history': (sql, { id }) => count(sql`select from public.revisions where spot_id = ${id}`),
  'its place in a post': (sql, { id }) => count(sql`select from public.post_spots where spot_id = ${id}`),
  'its place on a list': (sql, { id }) => count(sql`select from public.list_items where spot_id = ${id}`),
  'its page': (sql, { id }) =>
    count(sql`select from (select public.spot_page(${id}) as page) as asked where page is not null`),
  'the page of a post with it': (sql, { id, postSlug }) =>
    count(
      sql`select from jsonb_array_elements(public.post_page(${postSlug}) -> 'spots') as spot where spot ->> 'id' = ${id}`,
    ),
}

async function count(query: Promise<readonly unknown[]>): Promise<number> {
  return (await query).length
}

for (const viewer of VIEWERS) {
  for (const [way, read] of Object.entries(WAYS)) {
    test(`${viewer}: ${way} returns a spot exactly where visibility and status allow it`, async () => {
      const seen: string[] = []
      for (const spot of spots) {
        const secret = viewer === 'holder' ? spot.secret : undefined
        if ((await people.as(viewer, (sql) => read(sql, spot), secret)) > 0)
          seen.push(`${spot.visibility} ${spot.status}`)
      }
      expect(seen).toEqual(
        spots.filter((spot) => mayRead(viewer, spot)).map((spot) => `${spot.visibility} ${spot.status}`),
      )
    })
  }
}

test('shows the exact point and the address of an area spot to its author and moderators only', async () => {
  for (const viewer of VIEWERS) {
    for (const spot of spots) {
      const rows = await people.as(
        viewer,
        (sql) => sql`select address from public.spot_exact_points where spot_id = ${spot.id}`,
        spot.secret,
      )
      const isAllowed = viewer === 'author' || (viewer === 'moderator' && spot.visibility !== 'private')
      expect([viewer, spot.visibility, [...rows]]).toEqual([
        viewer,
        spot.visibility,
        isAllowed ? [{ address: 'Mill lane 7' }] : [],
      ])
    }
  }
})

test('reveals the exact point and the address of an area spot to strangers in no function, view or column', async () => {
  for (const viewer of ['visitor', 'stranger', 'holder'] as const) {
    const text = await people.as(
      viewer,
      async (sql) => {
        const responses: unknown[] = [await sql`select * from public.spots`, await sql`select * from public.revisions`]
        for (const { id } of spots) responses.push(await sql`select public.spot_page(${id})`)
        responses.push(
          await sql`select public.home_page(), public.list_nearby_duplicates(7.70123, 45.00456, 'public published'),
            public.suggest('mill lane')`,
        )
        return JSON.stringify(responses)
      },
      spots.find((spot) => spot.visibility === 'link' && spot.status === 'published')?.secret,
    )
    expect(text).toContain('public published')
    expect(text).not.toMatch(/7\.70123|45\.00456|Mill lane/i)
  }
})

test('lists only public spots, and members-only spots to members', async () => {
  const readable = { visitor: ['public published', 'public closed'], stranger: ['public published', 'public closed'] }
  for (const viewer of ['visitor', 'stranger'] as const) {
    const pages = await people.as(viewer, async (sql) =>
      JSON.stringify(await sql`select public.home_page(), public.list_nearby_duplicates(7.7, 45, 'published')`),
    )
    const titles = [...new Set([...pages.matchAll(/"title":"([a-z]+ [a-z]+)"/g)].map((match) => match[1]))]
    expect(titles.filter((title) => !readable[viewer].includes(title ?? ''))).toEqual([])
    expect(titles).toContain('public published')
  }
})

test('opens only the target of the presented link secret', async () => {
  const [first] = spots.filter((spot) => spot.visibility === 'link' && spot.status === 'published')
  const secret = first?.secret ?? ''
  const rows = await people.as('holder', (sql) => sql`select id from public.spots where visibility = 'link'`, secret)
  expect(rows).toEqual([{ id: first?.id }])
  expect(await people.as('holder', (sql) => sql`select from public.links`, secret)).toHaveLength(0)
})

test('accepts the right link secret in the header and as argument, and no other', async () => {
  const [spot] = spots.filter((one) => one.visibility === 'link' && one.status === 'published')
  const sendRequest = (secret: string) =>
    people.as(
      'visitor',
      (sql) => sql`select public.spot_page(${spot?.id ?? ''}, ${secret}) -> 'spot' ->> 'title' as title`,
    )
  expect(await sendRequest(spot?.secret ?? '')).toEqual([{ title: 'link published' }])
  expect(await sendRequest('wrong')).toEqual([{ title: null }])
})
