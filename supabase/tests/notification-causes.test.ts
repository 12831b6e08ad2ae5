import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSpot, type SpotFixture } from './fixtures.ts'
import { createPeople, type People } from './people.ts'

interface Card {
  kind: string
  spot: { id: string } | null
  list: { id: string } | null
}

let people: People
let spot: SpotFixture

beforeAll(async () => {
  people = await createPeople()
  spot = await createSpot(people, 'public', 'published')
  await people.owner`
    insert into public.cities (id, slug, name, country_code, country_name, time_zone, feature_code, population, lng, lat)
    values (1, 'turin', 'Turin', 'IT', 'Italy', 'Europe/Rome', 'PPLA', 841600, 7.68682, 45.07049)`
})
afterAll(() => people[Symbol.asyncDispose]())

beforeEach(async () => {
  await people.owner`delete from public.notifications`
  await people.owner`delete from private.follower_news`
  await people.owner`delete from public.follows`
})

const listNotifications = async (viewer: 'author' | 'stranger' | 'newcomer') => {
  const [row] = await people.as(
    viewer,
    (sql) => sql<{ page: { notifications: Card[] } }[]>`select public.notifications_page('all') as page`,
  )
  return row?.page.notifications ?? []
}
test('notifies once of a follower who follows repeatedly', async () => {
  for (let index = 0; index < 3; index++) {
    await people.actAs('stranger', (sql) => sql`insert into public.follows (member_id) values (${people.ids.author})`)
    await people.actAs('stranger', (sql) => sql`delete from public.follows`)
  }
  expect(await listNotifications('author')).toHaveLength(1)
})

test('does not name the moderator who decided', async () => {
  const [post] = await people.owner<{ id: string }[]>`select id from public.posts where slug = ${spot.postSlug}`
  const id = post?.id ?? ''
  await people.actAs('moderator', (sql) => sql`select public.decide('post', ${id}, 'removed', 'Advertising')`)
  await people.owner`update private.held_notices set due_at = now()`
  await people.actAs('service', (sql) => sql`select public.send_held_notices()`)
  const [row] = await people.as(
    'author',
    (sql) => sql<{ actor_id: null; text: string }[]>`select actor_id, text from public.notifications`,
  )
  expect(row).toEqual({ actor_id: null, text: 'Advertising' })
})

const follow = (column: 'member_id' | 'city_id', target: string | number) =>
  people.actAs('stranger', (sql) => sql`insert into public.follows (${sql.identifier(column)}) values (${target})`)
const publish = async (visibility = 'public') => {
  const [row] = await people.owner<{ id: string }[]>`
    insert into public.spots (title, category, lng, lat, author_id, status, visibility, city_id)
    values ('New mill', 'castle', 7.7, 45, ${people.ids.author}, 'published', ${visibility}, 1) returning id`
  return row?.id ?? ''
}
const fanOut = async () => {
  for (let index = 0; index < 40; index++) await people.actAs('service', (sql) => sql`select public.notify_followers()`)
}

test('notifies followers of the author and of the city once of a spot, even when it is published again', async () => {
  await follow('member_id', people.ids.author)
  await follow('city_id', 1)
  const id = await publish()
  await fanOut()
  await people.owner`update public.spots set visibility = 'private' where id = ${id}`
  await people.owner`update public.spots set visibility = 'public' where id = ${id}`
  await fanOut()
  expect((await listNotifications('stranger')).filter(({ kind }) => kind === 'new-spot')).toHaveLength(1)
  expect(await listNotifications('newcomer')).toEqual([])
})

test('notifies followers of a list, but not those of its author, of additions', async () => {
  await people.actAs('stranger', (sql) => sql`insert into public.follows (list_id) values (${spot.listId})`)
  await people.actAs('newcomer', (sql) => sql`insert into public.follows (member_id) values (${people.ids.author})`)
  const id = await publish('members')
  await people.actAs(
    'author',
    (sql) => sql`insert into public.list_items (list_id, spot_id) values (${spot.listId}, ${id})`,
  )
  await fanOut()
  expect(await listNotifications('stranger')).toMatchObject([
    { kind: 'list-item', spot: { id }, list: { id: spot.listId } },
  ])
  expect(await listNotifications('newcomer')).toMatchObject([{ kind: 'new-spot' }])
})

test('sends no notification of hidden items, nor of the 21st spot of a day', async () => {
  await follow('member_id', people.ids.author)
  const hidden = await publish()
  await people.owner`update public.spots set visibility = 'link' where id = ${hidden}`
  await publish('private')
  for (let index = 0; index < 25; index++) await publish()
  await fanOut()
  const news =
    await people.owner`select from public.notifications where user_id = ${people.ids.stranger} and kind = 'new-spot'`
  expect(news).toHaveLength(19)
})

test('sends no notification of additions by a blocked member to a shared list', async () => {
  await people.actAs('stranger', (sql) => sql`insert into public.follows (list_id) values (${spot.listId})`)
  await people.owner`insert into public.list_members (list_id, member_id, role)
    values (${spot.listId}, ${people.ids.newcomer}, 'editor')`
  await people.actAs('stranger', (sql) => sql`insert into public.blocks (blocked_id) values (${people.ids.newcomer})`)
  const id = await publish()
  await people.owner`delete from private.follower_news`
  await people.actAs(
    'newcomer',
    (sql) => sql`insert into public.list_items (list_id, spot_id) values (${spot.listId}, ${id})`,
  )
  await fanOut()
  expect(await listNotifications('stranger')).toEqual([])
})

test('reports a publication without followers as work done, so that the next one does not wait', async () => {
  await people.owner`update private.follower_news set is_done = true`
  await publish()
  const notify = async () => {
    const [row] = await people.actAs(
      'service',
      (sql) => sql<{ done: number }[]>`select public.notify_followers() as done`,
    )
    return row?.done
  }
  expect(await notify()).toBe(1)
  expect(await notify()).toBe(0)
})
