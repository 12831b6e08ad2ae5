import * as v from 'valibot'

/** The public profile of a member, as lists and bylines show it. */
export const MemberSummary = v.object({
  id: v.string(),
  username: v.nullable(v.string()),
  name: v.nullable(v.string()),
  avatar_url: v.nullable(v.string()),
})

export type MemberSummary = v.InferOutput<typeof MemberSummary>
