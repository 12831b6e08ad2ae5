import { lazy, useMemo } from 'react'
import type { ShouldRevalidateFunctionArgs } from 'react-router'
import { parseSpotFilter } from '#app/features/explore/filters/spot-filter.ts'
import { type PackedResponse, packResponse, unpackResponse } from '#app/features/explore/packed-response.ts'
import { findMapPosition } from '#app/features/explore/position/map-position.ts'
import { loadOnceOnline } from '#app/platform/builds/load-once-online.ts'
import { pageTitle } from '#app/platform/config/site-name.ts'
import type { ScreenHandle } from '#app/platform/screen-handle.ts'
import { findViewer, getSupabase } from '#app/platform/session/session.server.ts'
import type { Route } from './+types/explore.ts'
import { ExploreScreen } from './explore-screen.tsx'
import { describeListPage } from './list/header/list-meta.ts'
import { runListAction } from './list/list-action.server.ts'
import { getListStart } from './list/list-start.server.ts'
import { runProfileAction } from './profile/profile-action.server.ts'
import { describeProfile } from './profile/profile-meta.tsx'
import { getProfileStart, type ShownProfile } from './profile/profile-start.server.ts'
import { type ExploreStartPage, getExploreStartPage } from './start-page.server.ts'
import './explore.css'
// The screen of a list is loaded when it is shown, but the server's document needs its styles.
import './list/edit/list-edit.css'
import './list/list.css'
import './list/list-rows.css'
import './list/people/people.css'
import '#app/features/share/share-dialog.css'
import '#app/ui/dialogs/page-dialog.css'
import './results/new-spots.css'

const DESCRIPTION = 'Every spot on one map, with a list beside it: zoom anywhere, filter by category, rating and tags.'

/** The parameters that change the response of the server, wherever the map is. */
const SUBJECT = ['by', 'tab', 'do'] as const

type PackedStart = Omit<ExploreStartPage, 'response'> & { response: PackedResponse }

/** Its own chunk: the map is complete without it. */
const ListScreen = lazy(async () => ({
  default: (await loadOnceOnline(() => import('./list/list-screen.tsx'))).ListScreen,
}))

export const handle: ScreenHandle = { fillsWindow: true, frameClass: 'explore-frame' }

export async function loader({ request, url, context }: Route.LoaderArgs) {
  const supabase = getSupabase(context)
  if (url.searchParams.has('list')) return { list: await getListStart(supabase, url, request.headers) }
  const filter = parseSpotFilter(url.searchParams)
  const asked = { url, headers: request.headers, filter }
  if (filter.by !== null) {
    const { start, shown } = await getProfileStart(supabase, filter.by, asked)
    return { start: packStart(start), shown }
  }
  return { start: packStart(await getExploreStartPage(supabase, asked)), shown: null }
}

/** Runs a form of a list or of a profile. */
export async function action({ request, url, context }: Route.ActionArgs) {
  if (url.searchParams.has('list')) return runListAction(request, url, getSupabase(context), findViewer(context))
  const call = { supabase: getSupabase(context), form: await request.formData() }
  return runProfileAction(request, url, call, findViewer(context))
}

/**
 * Once the map has a position, the browser fetches views itself. The server is needed for a URL without one, for
 * another profile or tab, after a form, and for lists.
 */
export function shouldRevalidate(args: ShouldRevalidateFunctionArgs): boolean {
  const { currentUrl, nextUrl, formMethod, defaultShouldRevalidate } = args
  const [from, to] = [currentUrl.searchParams, nextUrl.searchParams]
  if (to.has('list')) return defaultShouldRevalidate
  if (from.has('list')) return true
  if (from.get('spot') !== to.get('spot') && isSameBut('spot', from, to)) return false
  if (SUBJECT.some((name) => from.get(name) !== to.get(name))) return true
  // A form that failed changed nothing, and without a network the page could not be loaded again. A saved spot changes
  // nothing on the page either, except in a profile.
  if (formMethod && formMethod !== 'GET') return to.has('by') && defaultShouldRevalidate
  return defaultShouldRevalidate && findMapPosition(to) === null
}

/** Returns true if two URLs are the same except for one parameter. */
function isSameBut(name: string, from: URLSearchParams, to: URLSearchParams): boolean {
  const without = (search: URLSearchParams) => [...search].filter(([key]) => key !== name).toString()
  return without(from) === without(to)
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (loaderData && 'list' in loaderData && loaderData.list) return describeListPage(loaderData.list)
  if (loaderData?.shown) return describeProfile(loaderData.shown.profile)
  return [
    { title: pageTitle('Explore the map') },
    { name: 'description', content: DESCRIPTION },
    { property: 'og:title', content: 'Explore the map' },
    { property: 'og:description', content: DESCRIPTION },
    { property: 'og:type', content: 'website' },
  ]
}

export default function Explore({ loaderData }: Route.ComponentProps) {
  if ('list' in loaderData && loaderData.list) return <ListScreen start={loaderData.list} />
  return <Shown packed={loaderData.start} shown={loaderData.shown} />
}

function Shown({ packed, shown }: { packed: PackedStart; shown: ShownProfile | null }) {
  const start = useMemo(() => ({ ...packed, response: unpackResponse(packed.response) }), [packed])
  return <ExploreScreen start={start} shown={shown} />
}

function packStart(start: ExploreStartPage): PackedStart {
  return { ...start, response: packResponse(start.response) }
}
