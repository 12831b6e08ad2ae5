import * as v from 'valibot'
import { MemberSummary } from '#app/features/account/members/member-summary.ts'

/** The number of waiting items in each queue. */
export const QueueCounts = v.object({ waiting: v.number(), reports: v.number(), suggestions: v.number() })

export type QueueCounts = v.InferOutput<typeof QueueCounts>

/** An author's record. Counting stops at 100. */
export const MemberRecord = v.object({
  joined_at: v.string(),
  published: v.number(),
  removed: v.number(),
  is_trusted: v.boolean(),
})

export type MemberRecord = v.InferOutput<typeof MemberRecord>

/** The decision of a colleague who was faster. Without an actor, the site decided automatically. */
export const Decision = v.object({ action: v.string(), actor: v.nullable(MemberSummary), at: v.string() })

export type Decision = v.InferOutput<typeof Decision>

/** The colleagues who have the item open. */
export const Openings = v.array(v.object({ member: v.nullable(MemberSummary), at: v.string() }))

export type Openings = v.InferOutput<typeof Openings>
