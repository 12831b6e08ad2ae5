import * as v from 'valibot'
import { MemberSummary } from '#app/features/account/members/member-summary.ts'
import { CitySummary } from '#app/features/spots/city-summary.ts'
import { Constants } from '#app/lib/database.types.ts'
import { type Supabase, takeData } from '#app/lib/supabase.ts'

/** The audiences of a profile. */
export const profileVisibilities = Constants.public.Enums.profile_visibility

const PeopleData = v.object({
  profile_visibility: v.picklist(profileVisibilities),
  username: v.nullable(v.string()),
  blocked: v.array(v.object({ ...MemberSummary.entries, blocked_at: v.string() })),
  members: v.array(MemberSummary),
  cities: v.array(CitySummary),
  lists: v.array(v.object({ id: v.string(), title: v.string() })),
})

export type PeopleData = v.InferOutput<typeof PeopleData>

/** Loads who sees the profile, whom the member follows and whom they have blocked: `people_settings()`, in one call. */
export async function getPeopleData(supabase: Supabase): Promise<PeopleData> {
  return v.parse(PeopleData, takeData(await supabase.rpc('people_settings')))
}
