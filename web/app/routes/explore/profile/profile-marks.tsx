import type { MapMarker } from '#app/features/map/live/engine/map-state.ts'
import { NumberMark } from '#app/features/map/marks/number-mark.tsx'
import type { Profile, ProfileTab } from './profile-page.ts'
import { listProfilePlaces } from './profile-places.ts'

/** Returns the markers of a tab: the spots of its lists or stories, each with the number of its list or story. */
export function createProfileMarks(shown: { profile: Profile; tab: ProfileTab }): MapMarker[] {
  return listProfilePlaces(shown).map(({ id, title, lng, lat, number }) => ({
    id: `spot:${id}`,
    lng,
    lat,
    label: `${title}, ${shown.tab === 'lists' ? 'list' : 'story'} ${number}`,
    content: <NumberMark number={number} />,
  }))
}
