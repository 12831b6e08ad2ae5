import * as v from 'valibot'
import { FollowState } from '#app/features/account/members/follow-state.ts'
import { MemberSummary } from '#app/features/account/members/member-summary.ts'
import { categoryIds } from '#app/features/categories/categories.ts'
import { PostSummary } from '#app/features/posts/post-summary.ts'
import { Visibility } from '#app/features/spots/spot-summary.ts'
import { isStorable } from '#app/lib/is-storable.ts'
import { findData, type Supabase } from '#app/lib/supabase.ts'

/** The tabs of a profile. The first is the default. */
export const profileTabs = ['spots', 'lists', 'stories'] as const
export type ProfileTab = (typeof profileTabs)[number]

/** A spot of a list or a story on the map. */
const ProfilePlace = v.object({
  id: v.string(),
  slug: v.string(),
  title: v.string(),
  category: v.picklist(categoryIds),
  lng: v.number(),
  lat: v.number(),
})

const ProfileList = v.object({
  id: v.string(),
  title: v.string(),
  description: v.string(),
  visibility: Visibility,
  updated_at: v.string(),
  item_count: v.number(),
  places: v.array(ProfilePlace),
})

const ProfileStory = v.object({ ...PostSummary.entries, places: v.array(ProfilePlace) })

/** A profile that the viewer may see. */
const OpenProfile = v.object({
  state: v.picklist(['own', 'open']),
  member: MemberSummary,
  bio: v.nullable(v.string()),
  created_at: v.string(),
  /** True if everyone may see it, search engines included. */
  is_indexed: v.boolean(),
  follow: FollowState,
  following_count: v.number(),
  /** The city with most of their spots. */
  home: v.nullable(v.string()),
  spot_count: v.number(),
  /** The number of confirmations of these spots by others. */
  confirmation_count: v.number(),
  list_count: v.number(),
  story_count: v.number(),
  /** Only on their tab, like the stories. */
  lists: v.array(ProfileList),
  stories: v.array(ProfileStory),
})

/** A profile of which the viewer sees only the name, and why the rest is hidden. */
const ClosedProfile = v.object({
  state: v.picklist(['members-only', 'blocked', 'suspended']),
  member: MemberSummary,
})

const Profile = v.union([OpenProfile, ClosedProfile])

export type ProfilePlace = v.InferOutput<typeof ProfilePlace>
export type ProfileList = v.InferOutput<typeof ProfileList>
export type ProfileStory = v.InferOutput<typeof ProfileStory>
export type OpenProfile = v.InferOutput<typeof OpenProfile>
export type ClosedProfile = v.InferOutput<typeof ClosedProfile>
export type Profile = v.InferOutput<typeof Profile>

/** Returns the profile of a username with the content of a tab; null if there is none for the viewer. */
export async function findProfile(client: Supabase, by: string, tab: ProfileTab): Promise<Profile | null> {
  if (!isStorable(by)) return null
  const page = findData(await client.rpc('profile_page', { by, tab }))
  return page === null ? null : v.parse(Profile, page)
}

/** Returns the tab that a URL names, or the spots. */
export function toProfileTab(parameters: URLSearchParams): ProfileTab {
  return profileTabs.find((tab) => tab === parameters.get('tab')) ?? 'spots'
}

/** Returns true for a profile with content. */
export function isOpenProfile(profile: Profile): profile is OpenProfile {
  return profile.state === 'own' || profile.state === 'open'
}
