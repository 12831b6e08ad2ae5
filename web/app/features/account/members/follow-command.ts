import * as v from 'valibot'
import { findData, type Supabase } from '#app/lib/supabase.ts'

/** The subject of a follow: the id of a member, a city or a list. */
export type FollowTarget = { member: string } | { city: number } | { list: string }

/** The form fields of the follow button: exactly one subject, and true to follow it. */
export const FollowForm = v.pipe(
  v.object({
    member: v.optional(v.pipe(v.string(), v.uuid())),
    city: v.optional(v.pipe(v.string(), v.regex(/^\d{1,10}$/), v.transform(Number))),
    list: v.optional(v.pipe(v.string(), v.regex(/^[a-z0-9]{8,24}$/))),
    follows: v.pipe(
      v.picklist(['true', 'false']),
      v.transform((text) => text === 'true'),
    ),
  }),
  v.check(({ member, city, list }) => [member, city, list].filter((id) => id !== undefined).length === 1),
)

/** Follows or unfollows. Idempotent. Throws DataError. */
export async function setFollow(
  supabase: Supabase,
  viewerId: string,
  { member, city, list, follows }: v.InferOutput<typeof FollowForm>,
): Promise<void> {
  const row = { follower_id: viewerId, ...toColumns({ member, city, list }) }
  if (follows) {
    const column = (['member_id', 'city_id', 'list_id'] as const).find((name) => row[name] !== undefined)
    const options = { onConflict: `follower_id,${column}`, ignoreDuplicates: true }
    findData(await supabase.from('follows').upsert(row, options))
  } else findData(await supabase.from('follows').delete().match(row))
}

function toColumns({ member, city, list }: Omit<v.InferOutput<typeof FollowForm>, 'follows'>): FollowColumns {
  if (member !== undefined) return { member_id: member }
  return city === undefined ? { list_id: list ?? '' } : { city_id: city }
}

interface FollowColumns {
  member_id?: string
  city_id?: number
  list_id?: string
}
