import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SpotFixture } from './fixtures.ts'
import { createNotificationActions, type NotificationActions } from './notification-actions.ts'
import { createPeople, findErrorCode, type People } from './people.ts'

const DENIED = '42501'

let people: People
let spot: SpotFixture
let clear: NotificationActions['clear']
let comment: NotificationActions['comment']
let readPage: NotificationActions['readPage']
let prefer: NotificationActions['prefer']
let makeDue: NotificationActions['makeDue']
let claim: NotificationActions['claim']

beforeAll(async () => {
  people = await createPeople()
  ;({ spot, clear, comment, readPage, prefer, makeDue, claim } = await createNotificationActions(people))
})
afterAll(() => people[Symbol.asyncDispose]())
beforeEach(() => clear())

test('honours the preferences: by email only, in the app only, neither', async () => {
  await prefer('comments', false, 'now')
  await comment('By mail')
  expect((await readPage('author')).notifications).toEqual([])
  await prefer('comments', true, 'never')
  await comment('In the app')
  await prefer('comments', false, 'never')
  await comment('Neither')
  expect((await readPage('author')).notifications).toMatchObject([{ text: 'In the app' }])
  await people.owner`update public.notifications set mail_due_at = now() where not in_app`
  expect((await claim()).flatMap(({ notifications }) => notifications)).toMatchObject([{ text: 'By mail' }])
})

test('saves all settings at once, and stops all emails without touching the app', async () => {
  const save = (zone: string) =>
    people.actAs(
      'author',
      (sql) => sql`select public.save_notification_settings(
        ${sql.json([{ topic: 'replies', in_app: false, mail: 'daily' }])}, 9, ${zone})`,
    )
  await save('Europe/Rome')
  await save('Asia/Tokyo')
  expect(await findErrorCode(save('Nowhere'))).toBe('PT400')
  const read = async () => {
    const [row] = await people.as(
      'author',
      (sql) =>
        sql<
          { settings: { topics: { topic: string; mail: string }[]; time_zone: string } }[]
        >`select public.notification_settings() as settings`,
    )
    return row?.settings
  }
  expect(await read()).toMatchObject({ digest_hour: 9, time_zone: 'Asia/Tokyo', has_chosen_zone: true })
  await people.actAs('author', (sql) => sql`select public.stop_mails()`)
  const stopped = await read()
  expect(stopped?.topics).toContainEqual({ topic: 'replies', in_app: false, mail: 'never' })
  expect(new Set(stopped?.topics.map(({ mail }) => mail))).toEqual(new Set(['never']))
})

test('describes settings that are out of range or of a wrong type', async () => {
  const save = (topics: unknown, hour: number) =>
    people.actAs(
      'author',
      (sql) => sql`select public.save_notification_settings(${JSON.stringify(topics)}::text::jsonb, ${hour}, 'UTC')`,
    )
  await expect(save([], 24)).rejects.toThrow('The value for digest_hour is empty, too long or not allowed.')
  await expect(save([{ topic: 'replies', in_app: null, mail: 'now' }], 9)).rejects.toThrow(
    'A value for in_app is required.',
  )
  await expect(save([{ topic: 'weather', in_app: true, mail: 'now' }], 9)).rejects.toThrow('A value has the wrong type')
  expect(await findErrorCode(save({ topic: 'replies' }, 9))).toBe('PT400')
})

test('uses the time zone of the latest spot until the member chooses one', async () => {
  await people.owner`update public.spots set city_id = 1 where id = ${spot.id}`
  const [row] = await people.as(
    'author',
    (sql) => sql<{ zone: string }[]>`select public.notification_settings() ->> 'time_zone' as zone`,
  )
  expect(row?.zone).toBe('Europe/Rome')
})

test('lets members access only their own preferences, and no queue of the server', async () => {
  await prefer('comments', true, 'now')
  expect(await people.as('stranger', (sql) => sql`select from public.notification_preferences`)).toEqual([])
  const forge = people.as(
    'stranger',
    (sql) =>
      sql`insert into public.notification_preferences (user_id, topic, mail) values (${people.ids.author}, 'replies', 'never')`,
  )
  expect(await findErrorCode(forge)).toBe(DENIED)
  const statements = [
    'select public.claim_mails(1)',
    'select public.notify_followers()',
    'select public.count_due_mails()',
  ]
  for (const viewer of ['visitor', 'stranger', 'moderator'] as const) {
    for (const statement of statements)
      expect(await findErrorCode(people.as(viewer, (sql) => sql.unsafe(statement)))).toBe(DENIED)
  }
})

test('pages and counts by filter, and marks everything up to the newest shown as read', async () => {
  await comment('One')
  await people.actAs('stranger', (sql) => sql`insert into public.follows (member_id) values (${people.ids.author})`)
  const page = await readPage('author')
  expect(page.counts).toMatchObject({ all: 2, unread: 2, comments: 1, follows: 1, reviews: 0 })
  expect((await readPage('author', 'follows')).notifications).toMatchObject([
    { kind: 'follow', actor: { username: 'stranger' } },
  ])
  const newest = page.notifications[0]?.id ?? 0
  await comment('Two')
  await people.actAs('author', (sql) => sql`select public.mark_notifications_read(up_to => ${newest})`)
  expect((await readPage('author', 'unread')).notifications).toMatchObject([{ text: 'Two' }])
  expect((await readPage('stranger')).notifications).toEqual([])
})

test('neither shows nor emails events across a block, except decisions of moderators', async () => {
  const block = () =>
    people.actAs('author', (sql) => sql`insert into public.blocks (blocked_id) values (${people.ids.stranger})`)
  await people.actAs('stranger', (sql) => sql`insert into public.follows (member_id) values (${people.ids.author})`)
  await comment('Before')
  await makeDue()
  await people.owner`update public.notifications set mail_due_at = now()`
  await block()
  const [mail] = await claim()
  await comment('After')
  const rows = await people.owner`select kind from public.notifications where user_id = ${people.ids.author}`
  const page = await readPage('author')
  await people.owner`delete from public.blocks`
  expect(mail?.notifications).toEqual([])
  expect(rows).toHaveLength(2)
  expect(page.notifications).toEqual([])
})
