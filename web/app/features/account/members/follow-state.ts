import * as v from 'valibot'

/** How many follow a member, a city or a list, and whether the viewer does: `private.describe_follow` in the database. */
export const FollowState = v.object({ follower_count: v.number(), is_following: v.boolean() })

export type FollowState = v.InferOutput<typeof FollowState>
