import * as v from 'valibot'
import { MemberSummary } from '#app/features/account/members/member-summary.ts'
import { type Supabase, takeData } from '#app/lib/supabase.ts'

/** The filters of the notification page, in the order of its chips. */
export const notificationGroups = ['all', 'unread', 'comments', 'reviews', 'follows', 'suggestions', 'mine'] as const

export type NotificationGroup = (typeof notificationGroups)[number]

/** A notification as the bell and the page show it. */
const Notification = v.object({
  id: v.number(),
  kind: v.string(),
  actor: v.nullable(MemberSummary),
  spot: v.nullable(v.object({ id: v.string(), title: v.string() })),
  post: v.nullable(v.object({ slug: v.string(), title: v.string() })),
  list: v.nullable(v.object({ id: v.string(), title: v.string() })),
  comment_id: v.nullable(v.string()),
  suggestion_id: v.nullable(v.number()),
  rating: v.nullable(v.number()),
  text: v.string(),
  read_at: v.nullable(v.string()),
  created_at: v.string(),
})

const NotificationsPage = v.object({
  notifications: v.array(Notification),
  has_more: v.boolean(),
  /** The counts among the latest 500 notifications. */
  counts: v.record(v.picklist(notificationGroups), v.number()),
  latest: v.nullable(Notification),
  /** Null until the member has chosen a time zone. */
  time_zone: v.nullable(v.string()),
})

export type Notification = v.InferOutput<typeof Notification>
export type NotificationsPage = v.InferOutput<typeof NotificationsPage>

interface NotificationsRequest {
  group?: NotificationGroup
  /** Only notifications older than the one with this id. */
  before?: number
  /** The maximum number of notifications, up to 50. */
  most?: number
}

export async function getNotifications(
  supabase: Supabase,
  { group = 'all', before, most = 50 }: NotificationsRequest = {},
): Promise<NotificationsPage> {
  const page = await supabase.rpc('notifications_page', {
    of_group: group,
    most,
    ...(before !== undefined && { before_id: before }),
  })
  return v.parse(NotificationsPage, takeData(page))
}

/** Marks notifications as read: those with the ids, or all up to an id, so that newer ones stay unread. */
export async function markRead(supabase: Supabase, which: { ids: number[] } | { up_to: number }): Promise<void> {
  takeData(await supabase.rpc('mark_notifications_read', which))
}
