import * as v from 'valibot'

const DueNotification = v.object({
  id: v.number(),
  kind: v.string(),
  actor: v.nullable(v.object({ id: v.string(), username: v.nullable(v.string()), name: v.nullable(v.string()) })),
  spot: v.nullable(v.object({ id: v.string(), title: v.string() })),
  post: v.nullable(v.object({ slug: v.string(), title: v.string() })),
  list: v.nullable(v.object({ id: v.string(), title: v.string() })),
  comment_id: v.nullable(v.string()),
  suggestion_id: v.nullable(v.number()),
  rating: v.nullable(v.number()),
  text: v.string(),
  created_at: v.string(),
})

/** An email as `claim_mails` returns it. */
export const DueMail = v.object({
  id: v.string(),
  attempts: v.number(),
  /** Null if the member has no confirmed address. */
  recipient: v.nullable(v.string()),
  name: v.nullable(v.string()),
  time_zone: v.string(),
  /** The current time in the member's time zone, such as `2026-11-23T08:00`. */
  local_time: v.string(),
  /** Newest first, without events that the member may no longer read. */
  notifications: v.array(DueNotification),
  unsubscribe_token: v.string(),
})

export type DueNotification = v.InferOutput<typeof DueNotification>
export type DueMail = v.InferOutput<typeof DueMail>
