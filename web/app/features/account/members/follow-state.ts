import * as v from 'valibot'

/** The number of followers, and true if the viewer is one: `private.describe_follow` in the database. */
export const FollowState = v.object({ follower_count: v.number(), is_following: v.boolean() })

export type FollowState = v.InferOutput<typeof FollowState>
