import { fitPoints } from '#app/features/map/fit-points.ts'
import { createProjection, type LngLat } from '#app/features/map/map-view.ts'
import type { Supabase } from '#app/lib/supabase.ts'
import { pageNotFound } from '#app/platform/errors/not-found.ts'
import { findInvitation, findListPage, type ListPage, type ReceivedInvitation } from './list-page.ts'
import { readMostItems } from './list-search.ts'

/**
 * Typical map sizes, as for the other views of Explore, and the part that nothing covers: on phones the filters cover the
 * upper part of the map and the list the lower one.
 */
const DESKTOP = { width: 992, height: 772, top: 0, visibleHeight: 772, paddingPx: 72 }
const PHONE = { width: 390, height: 450, top: 60, visibleHeight: 200, paddingPx: 32 }
const CLOSEST_ZOOM = 14
const WORLD = { lng: 10, lat: 30, zoom: 1 }

/** The page of a list, or an invitation to one that the viewer has not accepted. */
export type ListStart =
  | { kind: 'list'; page: ListPage; place: LngLat & { zoom: number }; now: number }
  | { kind: 'invitation'; invitation: ReceivedInvitation }

/** Returns the data of `/explore?list={id}`. Throws the not-found page for a list that the viewer may not see. */
export async function getListStart(supabase: Supabase, url: URL, headers: Headers): Promise<ListStart> {
  const [id, token] = [url.searchParams.get('list') ?? '', url.searchParams.get('invite')]
  if (token) {
    const invitation = await findInvitation(supabase, token)
    if (invitation && !invitation.is_member) return { kind: 'invitation', invitation }
  }
  const page = await findListPage(supabase, id, {
    linkSecret: url.searchParams.get('link'),
    most: readMostItems(url.searchParams),
  })
  if (!page) throw pageNotFound(url)
  return { kind: 'list', page, place: fitItems(page, isPhone(headers) ? PHONE : DESKTOP), now: Date.now() }
}

function fitItems({ items }: ListPage, size: typeof DESKTOP): LngLat & { zoom: number } {
  if (items.length === 0) return WORLD
  const points = items.map(({ spot: { lng, lat } }) => ({ lng, lat }))
  const { width, height, top, visibleHeight, paddingPx } = size
  const view = fitPoints(points, { width, height: visibleHeight, paddingPx, maxZoom: CLOSEST_ZOOM })
  const center = createProjection(view).unproject(width / 2, height / 2 - top)
  return { ...center, zoom: view.zoom }
}

function isPhone(headers: Headers): boolean {
  return headers.get('sec-ch-ua-mobile') === '?1' || /\bMobile\b/.test(headers.get('user-agent') ?? '')
}
