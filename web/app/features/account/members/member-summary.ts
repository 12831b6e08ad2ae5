import * as v from 'valibot'

/** What others see of a member. */
export const MemberSummary = v.object({
  id: v.string(),
  username: v.nullable(v.string()),
  name: v.nullable(v.string()),
  avatar_url: v.nullable(v.string()),
})

export type MemberSummary = v.InferOutput<typeof MemberSummary>
