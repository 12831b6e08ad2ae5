import * as v from 'valibot'
import { getNotifications, markRead, notificationGroups } from '#app/features/notifications/notification.ts'
import type { Supabase } from '#app/lib/supabase.ts'
import { redirectTo } from '#app/platform/navigation/redirect-to.ts'
import { notificationsUrl } from './notifications-url.ts'

const Group = v.fallback(v.picklist(notificationGroups), 'all')
const Id = v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number))

/** The data of the tab of notifications. */
export type NotificationsData = NonNullable<Awaited<ReturnType<typeof findNotifications>>>

/** Loads the tab of notifications if the URL names it: `?tab=notifications&show=unread&older=ID`. */
export async function findNotifications(supabase: Supabase, { searchParams }: URL) {
  if (searchParams.get('tab') !== 'notifications') return null
  const group = v.parse(Group, searchParams.get('show'))
  const before = v.safeParse(Id, searchParams.get('older'))
  const page = await getNotifications(supabase, { group, ...(before.success && { before: before.output }) })
  return { group, isOlder: before.success, page }
}

/**
 * Marks notifications as read: one (`ids`), or all up to the newest shown (`up_to`). Other forms are ignored. Without
 * JavaScript it redirects back to the same filter and page, so that a reload sends nothing twice.
 */
export async function runNotificationsAction(
  supabase: Supabase,
  { form, url, headers }: { form: FormData; url: URL; headers: Headers },
): Promise<Response | null> {
  if (form.get('intent') !== 'read') return null
  const upTo = v.safeParse(Id, form.get('up_to'))
  const ids = v.safeParse(v.array(Id), form.get('ids')?.toString().split(' '))
  if (upTo.success) await markRead(supabase, { up_to: upTo.output })
  else if (ids.success) await markRead(supabase, { ids: ids.output })
  if (headers.get('sec-fetch-dest') !== 'document') return null
  const before = v.safeParse(Id, url.searchParams.get('older'))
  const group = v.parse(Group, url.searchParams.get('show'))
  return redirectTo(notificationsUrl(group, before.success ? before.output : undefined))
}
