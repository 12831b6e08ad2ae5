import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSpotMatrix } from './fixtures.ts'
import { createPeople, type People } from './people.ts'

let people: People

beforeAll(async () => {
  people = await createPeople()
  await createSpotMatrix(people)
})
beforeEach(async () => {
  await people.owner`delete from public.blocks`
  await people.owner`update public.users set profile_visibility = 'everyone'`
  await people.owner`update auth.users set banned_until = null`
})
afterAll(() => people[Symbol.asyncDispose]())

type Viewer = Parameters<People['as']>[0]
interface Page {
  state: string
  spot_count?: number
  confirmation_count?: number
  list_count?: number
  story_count?: number
  is_indexed?: boolean
  bio?: string | null
  lists?: { title: string }[]
}

const getPage = (viewer: Viewer, by = 'author', tab = 'spots') =>
  people.as(viewer, async (sql) => {
    const [row] = await sql<{ page: Page | null }[]>`select public.profile_page(${by}, ${tab}) as page`
    return row?.page ?? null
  })
const countOnMap = (viewer: Viewer) =>
  people.as(viewer, async (sql) => {
    const [row] = await sql<{ n: number }[]>`
      select (public.explore_member_page('author', -180, -85, 180, 85, 3) #>> '{view,total,n}')::integer as n`
    return row?.n
  })

test('counts and shows only contributions that the viewer may see', async () => {
  const expected = { visitor: 2, stranger: 4, author: 4, moderator: 4 } as const
  for (const [viewer, count] of Object.entries(expected)) {
    const page = await getPage(viewer as Viewer)
    expect([viewer, page?.spot_count, await countOnMap(viewer as Viewer)]).toEqual([viewer, count, count])
  }
})

test('counts the confirmations by others of the spots that the viewer may see, once a day', async () => {
  const spots = await people.owner<{ id: string; visibility: string }[]>`
    update public.spots set confirmed_at = now() - interval '2 days', created_at = now() - interval '9 days'
    where author_id = ${people.ids.author} and status = 'published' returning id, visibility`
  const find = (visibility: string) => spots.find((spot) => spot.visibility === visibility)?.id ?? ''
  const confirm = (viewer: Viewer, id: string) => people.actAs(viewer, (sql) => sql`select public.confirm_spot(${id})`)
  await confirm('stranger', find('public'))
  await confirm('stranger', find('public'))
  await confirm('moderator', find('members'))
  expect((await getPage('author'))?.confirmation_count).toBe(2)
  expect((await getPage('visitor'))?.confirmation_count).toBe(1)
  await people.owner`update public.spots set confirmed_at = now() - interval '25 hours' where id = ${find('public')}`
  await confirm('author', find('public'))
  expect((await getPage('visitor'))?.confirmation_count).toBe(1)
  await people.owner`update public.spots set confirmed_at = now() - interval '25 hours' where id = ${find('public')}`
  await confirm('stranger', find('public'))
  expect((await getPage('visitor'))?.confirmation_count).toBe(2)
})

test('shows no private list of the member, not even to themselves', async () => {
  await people.owner`insert into public.lists (title, visibility, author_id) values
    ('Open', 'public', ${people.ids.author}), ('For members', 'members', ${people.ids.author}),
    ('Secret', 'private', ${people.ids.author}), ('By link', 'link', ${people.ids.author})`
  const titles = async (viewer: Viewer) => (await getPage(viewer, 'author', 'lists'))?.lists?.map(({ title }) => title)
  for (const viewer of ['stranger', 'author', 'moderator'] as const) {
    expect(await titles(viewer), viewer).toEqual(expect.arrayContaining(['Open', 'For members']))
    expect(await titles(viewer), viewer).not.toEqual(expect.arrayContaining(['Secret']))
    expect(await titles(viewer), viewer).not.toEqual(expect.arrayContaining(['By link']))
  }
  expect(await titles('visitor')).not.toContain('For members')
})

test('finds a profile by its username in upper and lower case', async () => {
  expect((await getPage('visitor', 'AUTHOR'))?.state).toBe('open')
  expect((await getPage('author'))?.state).toBe('own')
  expect(await getPage('visitor', 'no-such-member')).toBeNull()
})

test('shows visitors only the name of a members-only profile', async () => {
  await people.owner`update public.users set profile_visibility = 'members', bio = 'needle'`
  const page = await getPage('visitor')
  expect(Object.keys(page ?? {}).toSorted()).toEqual(['member', 'state'])
  expect(page?.state).toBe('members-only')
  expect(await countOnMap('visitor')).toBe(0)
  expect(await getPage('stranger')).toMatchObject({ state: 'open', bio: 'needle', is_indexed: false })
})

test('hides a private profile, even as a filter of spots', async () => {
  await people.owner`update public.users set profile_visibility = 'nobody'`
  for (const viewer of ['visitor', 'stranger'] as const) {
    expect(await getPage(viewer), viewer).toBeNull()
    expect(await countOnMap(viewer), viewer).toBe(0)
  }
  expect((await getPage('author'))?.state).toBe('own')
  expect((await getPage('moderator'))?.state).toBe('open')
})

test('shows blocked members as blocked to the blocker, and no profile of the blocker to them', async () => {
  await people.owner`insert into public.blocks (blocker_id, blocked_id) values (${people.ids.stranger}, ${people.ids.author})`
  expect(await getPage('stranger')).toMatchObject({ state: 'blocked' })
  expect(await countOnMap('stranger')).toBe(0)
  expect(await getPage('author', 'stranger')).toBeNull()
})

test('shows no content of a suspended account', async () => {
  await people.owner`update auth.users set banned_until = now() + interval '1 day' where id = ${people.ids.author}`
  for (const viewer of ['visitor', 'stranger', 'moderator'] as const) {
    expect(Object.keys((await getPage(viewer)) ?? {}).toSorted(), viewer).toEqual(['member', 'state'])
    expect(await countOnMap(viewer), viewer).toBe(0)
  }
})

test('filters and pages the spots of a profile', async () => {
  const view = (cursor: string | null) =>
    people.as('stranger', async (sql) => {
      const [row] = await sql<{ view: { spots: { id: string }[]; cursor: string | null } }[]>`
        select public.explore_member_page('author', -180, -85, 180, 85, 3, categories => '{castle}', sort => 'newest', page_size => 3,
          cursor => ${cursor}) -> 'view' as view`
      return row?.view
    })
  const first = await view(null)
  const second = await view(first?.cursor ?? null)
  const ids = [...(first?.spots ?? []), ...(second?.spots ?? [])].map(({ id }) => id)
  expect(new Set(ids).size).toBe(4)
  expect(second?.cursor).toBeNull()
})
