import * as v from 'valibot'
import { findData, type Supabase } from '#app/lib/supabase.ts'

/** The form fields of the follow button. */
export const FollowForm = v.object({
  member: v.pipe(v.string(), v.uuid()),
  follows: v.pipe(
    v.picklist(['true', 'false']),
    v.transform((text) => text === 'true'),
  ),
})

/** Follows or unfollows a member. Idempotent. */
export async function setFollow(
  supabase: Supabase,
  viewerId: string,
  { member, follows }: v.InferOutput<typeof FollowForm>,
): Promise<void> {
  const row = { follower_id: viewerId, member_id: member }
  if (follows) {
    const options = { onConflict: 'follower_id,member_id', ignoreDuplicates: true }
    findData(await supabase.from('follows').upsert(row, options))
  } else findData(await supabase.from('follows').delete().match(row))
}
