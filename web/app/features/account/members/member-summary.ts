import * as v from 'valibot'

/** A member as lists and bylines show them. */
export const MemberSummary = v.object({
  id: v.string(),
  username: v.nullable(v.string()),
  name: v.nullable(v.string()),
  avatar_url: v.nullable(v.string()),
  /** False if the member hides their profile from everyone. Their name is then not a link. */
  has_profile: v.optional(v.boolean()),
})

export type MemberSummary = v.InferOutput<typeof MemberSummary>
