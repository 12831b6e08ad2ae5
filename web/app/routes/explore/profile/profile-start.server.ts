import type { SpotFilter } from '#app/features/explore/filters/spot-filter.ts'
import { fitPoints } from '#app/features/map/fit-points.ts'
import { findBounds } from '#app/features/map/map-view.ts'
import type { Supabase } from '#app/lib/supabase.ts'
import { pageNotFound } from '#app/platform/errors/page/not-found.ts'
import { type ExploreStartPage, getExploreStartPage, getTypicalMapSize, withPicture } from '../start-page.server.ts'
import { findProfile, isOpenProfile, type Profile, type ProfileTab, toProfileTab } from './profile-page.ts'
import { listProfilePlaces } from './profile-places.ts'

/** A profile as explore shows it. */
export interface ShownProfile {
  profile: Profile
  tab: ProfileTab
}

/** Returns a profile and the map to start with. Throws the 404 if there is no such profile for the viewer. */
export async function getProfileStart(
  client: Supabase,
  by: string,
  { url, headers, filter }: { url: URL; headers: Headers; filter: SpotFilter },
): Promise<{ start: ExploreStartPage; shown: ShownProfile }> {
  const tab = toProfileTab(url.searchParams)
  const [profile, start] = await Promise.all([
    findProfile(client, by, tab),
    getExploreStartPage(client, { url, headers, filter }),
  ])
  if (!profile) throw pageNotFound(url)
  const shown = { profile, tab }
  return { start: isOpenProfile(profile) && tab !== 'spots' ? await fitPlaces(start, shown, headers) : start, shown }
}

/** Returns the map of the places of a list or story tab instead of the member's spots. */
async function fitPlaces(start: ExploreStartPage, shown: ShownProfile, headers: Headers): Promise<ExploreStartPage> {
  const places = listProfilePlaces(shown)
  const clusters = places.map(({ id, slug, title, category, lng, lat }) => ({
    n: 1 as const,
    id,
    slug,
    title,
    category,
    lng,
    lat,
  }))
  const response = {
    ...start.response,
    view: { ...start.response.view, clusters, total: { n: places.length, exact: true }, spots: [], cursor: null },
  }
  if (places.length === 0) return { ...start, response }
  const view = fitPoints(places, { ...getTypicalMapSize(headers), paddingPx: 72, maxZoom: 11 })
  const place = { lng: view.center.lng, lat: view.center.lat, zoom: view.zoom }
  return await withPicture(
    { place, request: { ...start.request, bounds: findBounds(view), zoom: view.zoom }, response },
    headers,
  )
}
