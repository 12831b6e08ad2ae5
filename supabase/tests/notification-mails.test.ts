import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SpotFixture } from './fixtures.ts'
import { createNotificationActions, type NotificationActions } from './notification-actions.ts'
import { createPeople, findErrorCode, type People } from './people.ts'

let people: People
let spot: SpotFixture
let clear: NotificationActions['clear']
let comment: NotificationActions['comment']
let prefer: NotificationActions['prefer']
let makeDue: NotificationActions['makeDue']
let claim: NotificationActions['claim']

beforeAll(async () => {
  people = await createPeople()
  ;({ spot, clear, comment, prefer, makeDue, claim } = await createNotificationActions(people))
})
afterAll(() => people[Symbol.asyncDispose]())
beforeEach(() => clear())

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
