import type { SpotFixture } from './fixtures.ts'
import { createSpot } from './fixtures.ts'
import type { People } from './people.ts'

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

export type NotificationActions = Awaited<ReturnType<typeof createNotificationActions>>

/** The actions of tests of notifications, about a new spot of the author. */
export async function createNotificationActions(people: People) {
  const spot: SpotFixture = await createSpot(people, 'public', 'published')
  await people.owner`
    insert into public.cities (id, slug, name, country_code, country_name, time_zone, feature_code, population, lng, lat)
    values (1, 'turin', 'Turin', 'IT', 'Italy', 'Europe/Rome', 'PPLA', 841600, 7.68682, 45.07049)`
  await people.owner`update auth.users set email_confirmed_at = now()`

  async function clear() {
    const { owner } = people
    await owner`delete from public.notifications`
    await owner`delete from public.notification_preferences`
    await owner`delete from public.mail_schedules`
    await owner`delete from private.mails`
    await owner`delete from public.follows`
    // A member may write only a few comments a minute.
    await owner`delete from public.comments`
    await owner`delete from private.write_counts`
  }

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

  return { spot, clear, comment, readPage, prefer, makeDue, claim }
}
