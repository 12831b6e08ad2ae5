import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSpot, type SpotFixture } from './fixtures.ts'
import { createPeople, findErrorCode, type People } from './people.ts'

const DENIED = '42501'

interface Card {
  id: number
  kind: string
  text: string
  actor: { username: string } | null
  spot: { id: string } | null
}
interface Claim {
  id: string
  attempts: number
  recipient: string | null
  time_zone: string
  local_time: string
  notifications: Card[]
  unsubscribe_token: string
}

let people: People
let spot: SpotFixture

beforeAll(async () => {
  people = await createPeople()
  spot = await createSpot(people, 'public', 'published')
  await people.owner`
    insert into public.cities (id, slug, name, country_code, country_name, time_zone, feature_code, population, lng, lat)
    values (1, 'turin', 'Turin', 'IT', 'Italy', 'Europe/Rome', 'PPLA', 841600, 7.68682, 45.07049)`
  await people.owner`update auth.users set email_confirmed_at = now()`
})
afterAll(() => people[Symbol.asyncDispose]())

beforeEach(async () => {
  const { owner } = people
  await owner`delete from public.notifications`
  await owner`delete from public.notification_preferences`
  await owner`delete from public.mail_schedules`
  await owner`delete from private.mails`
  await owner`delete from public.follows`
  // A member may write only a few comments a minute.
  await owner`delete from public.comments`
  await owner`delete from private.write_counts`
})

const comment = (body: string, viewer: 'stranger' | 'newcomer' = 'stranger') =>
  people.actAs(viewer, (sql) => sql`insert into public.comments (spot_id, body) values (${spot.id}, ${body})`)
const readPage = async (viewer: 'author' | 'stranger' | 'newcomer' | 'moderator', group = 'all') => {
  const [row] = await people.as(
    viewer,
    (sql) =>
      sql<
        { page: { notifications: Card[]; counts: Record<string, number> } }[]
      >`select public.notifications_page(${group}) as page`,
  )
  return row?.page ?? { notifications: [], counts: {} }
}
const prefer = (topic: string, inApp: boolean, mail: string) =>
  people.actAs(
    'author',
    (sql) =>
      sql`insert into public.notification_preferences (topic, in_app, mail) values (${topic}, ${inApp}, ${mail})
        on conflict (user_id, topic) do update set in_app = excluded.in_app, mail = excluded.mail`,
  )
const makeDue = () => people.owner`update public.notifications set mail_due_at = now() where mail_due_at is not null`
const claim = async () => {
  const [row] = await people.actAs(
    'service',
    (sql) => sql<{ mails: Claim[] }[]>`select public.claim_mails(20) as mails`,
  )
  return row?.mails ?? []
}

test('claims the notifications of a member once, as one email', async () => {
  await comment('First')
  await comment('Second', 'newcomer')
  await prefer('comments', true, 'now')
  await makeDue()
  const [mail, ...others] = await claim()
  expect(others).toEqual([])
  expect(mail).toMatchObject({ recipient: 'author@example.org', attempts: 1 })
  expect(mail?.notifications.map(({ text }) => text)).toEqual(['Second', 'First'])
  expect(await claim()).toEqual([])
})

test('reclaims an email under the same id after its sender died', async () => {
  await comment('Hello')
  await makeDue()
  const [first] = await claim()
  await people.owner`update private.mails set next_attempt_at = now()`
  const [second] = await claim()
  expect(second).toMatchObject({ id: first?.id, attempts: 2 })
  const record = (attempts: number, status: string) =>
    people.actAs('service', (sql) => sql`select public.record_mail(${first?.id ?? ''}, ${attempts}, ${status})`)
  await record(1, 'sent')
  expect(await people.owner`select status from private.mails`).toMatchObject([{ status: 'pending' }])
  await record(2, 'sent')
  expect(await people.owner`select status from private.mails`).toMatchObject([{ status: 'sent' }])
})

test('emails no notifications that the recipient may no longer read or has read on the site', async () => {
  await comment('Behind the mill')
  await makeDue()
  await people.owner`update public.spots set author_id = ${people.ids.moderator}, visibility = 'private' where id = ${spot.id}`
  const [mail] = await claim()
  await people.owner`update public.spots set author_id = ${people.ids.author}, visibility = 'public' where id = ${spot.id}`
  expect(mail?.notifications).toEqual([])
  await people.owner`delete from private.mails`
  await comment('Read already')
  await people.actAs('author', (sql) => sql`select public.mark_notifications_read()`)
  await makeDue()
  expect(await claim()).toEqual([])
})

test('composes no email for a banned member, and none without a confirmed address', async () => {
  await comment('Hello')
  await makeDue()
  await people.owner`update auth.users set banned_until = now() + interval '1 day' where id = ${people.ids.author}`
  const [banned] = await claim()
  await people.owner`update auth.users set banned_until = null, email_confirmed_at = null where id = ${people.ids.author}`
  expect(banned?.notifications).toEqual([])
  await people.owner`update private.mails set next_attempt_at = now()`
  const [unconfirmed] = await claim()
  await people.owner`update auth.users set email_confirmed_at = now() where id = ${people.ids.author}`
  expect(unconfirmed).toMatchObject({ recipient: null, notifications: [{ text: 'Hello' }] })
})

test('composes complete emails for members with two-factor authentication', async () => {
  await people.owner`insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
    values (gen_random_uuid(), ${people.ids.author}, 'totp', 'verified', now(), now())`
  await comment('Hello')
  await makeDue()
  const [mail] = await claim()
  await people.owner`delete from auth.mfa_factors`
  expect(mail?.notifications).toMatchObject([{ text: 'Hello' }])
})

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

test('plans digests for the hour in the time zone of the member, across daylight saving time', async () => {
  const plan = async () => {
    const [row] = await people.owner<{ hour: string }[]>`
      select to_char(private.get_next_digest_at(${people.ids.author}) at time zone 'Pacific/Auckland', 'HH24:MI') as hour`
    return row?.hour
  }
  const schedule = (zone: string, hour: number) =>
    people.actAs(
      'author',
      (sql) => sql`insert into public.mail_schedules (time_zone, digest_hour) values (${zone}, ${hour})
        on conflict (user_id) do update set time_zone = excluded.time_zone, digest_hour = excluded.digest_hour`,
    )
  await schedule('Pacific/Auckland', 7)
  expect(await plan()).toBe('07:00')
  expect(await findErrorCode(schedule('Atlantis/Capital', 7))).toBe('PT400')
  expect(await findErrorCode(schedule('Europe/Rome', 24))).toBe('23514')
  await comment('Hello')
  await schedule('Pacific/Auckland', 22)
  const [row] = await people.owner<{ hour: string }[]>`
    select to_char(mail_due_at at time zone 'Pacific/Auckland', 'HH24:MI') as hour from public.notifications`
  expect(row?.hour).toBe('22:00')
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

test('unsubscribes by a signed link without a session, and undoes it', async () => {
  await prefer('comments', true, 'now')
  await comment('Hello')
  await makeDue()
  const [mail] = await claim()
  const token = mail?.unsubscribe_token ?? ''
  const call = (given: string, undo: boolean) =>
    people.actAs(
      'visitor',
      (sql) => sql<{ topics: string[] }[]>`select public.unsubscribe(${given}, ${undo}) as topics`,
    )
  const frequency = () => people.owner`select mail from public.notification_preferences where topic = 'comments'`
  expect(await call(token, false)).toMatchObject([{ topics: ['comments'] }])
  await call(token, false)
  expect(await frequency()).toMatchObject([{ mail: 'never' }])
  await call(token, true)
  expect(await frequency()).toMatchObject([{ mail: 'now' }])
  const forged = [
    token.replace(people.ids.author, people.ids.stranger),
    token.replace('comments', 'replies'),
    '',
    'x.y.z',
  ]
  for (const given of forged) expect(await findErrorCode(call(given, false))).toBe('PT404')
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
