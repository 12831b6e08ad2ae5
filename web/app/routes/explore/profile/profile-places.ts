import { isOpenProfile, type Profile, type ProfilePlace, type ProfileTab } from './profile-page.ts'

/**
 * Lists the places of a tab's lists or stories, each place once, with the number of the first list or story that
 * contains it.
 */
export function listProfilePlaces({
  profile,
  tab,
}: {
  profile: Profile
  tab: ProfileTab
}): (ProfilePlace & { number: number })[] {
  if (!isOpenProfile(profile) || tab === 'spots') return []
  const groups = tab === 'lists' ? profile.lists : profile.stories
  const places = new Map<string, ProfilePlace & { number: number }>()
  for (const [index, group] of groups.entries()) {
    for (const place of group.places) if (!places.has(place.id)) places.set(place.id, { ...place, number: index + 1 })
  }
  return [...places.values()]
}
