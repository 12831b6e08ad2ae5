import { lazy, Suspense } from 'react'
import { href } from 'react-router'
import { findFirstSteps } from '#app/features/account/first-steps/first-steps.ts'
import { useNearPosition } from '#app/features/explore/position/near-position.ts'
import { getStoryList } from '#app/features/posts/story-list.ts'
import { findStoryQuery } from '#app/features/posts/story-query.ts'
import { FeedLinks } from '#app/features/share/feed-links.tsx'
import { PageAddress } from '#app/features/share/page-address.tsx'
import { findData } from '#app/lib/supabase.ts'
import { Later } from '#app/platform/later-part.tsx'
import { redirectTo } from '#app/platform/navigation/redirect-to.ts'
import { findViewer, getSupabase } from '#app/platform/session/session.server.ts'
import { Page } from '#app/ui/layout/page.tsx'
import type { Route } from './+types/home.ts'
import { describeHome } from './describe-home.ts'
import { describeStories } from './describe-stories.ts'
import { getHomeMaps } from './home-map.server.ts'
import { HomeOpening } from './home-opening.tsx'
import { getHomePage } from './home-page.ts'
import { allStories, homeSections } from './later-parts.tsx'
import './home.css'

/** From this many spots on, a site is no longer new: its administrators see the usual home page. */
const ESTABLISHED_SPOTS = 12

/** A separate chunk, because few visitors return to this page after pressing “Near me”. */
const NearYou = lazy(() => import('./near-you.tsx').then((module) => ({ default: module.NearYou })))

export async function loader({ context, url }: Route.LoaderArgs) {
  const supabase = getSupabase(context)
  const query = findStoryQuery(url)
  if (query) return { query, list: await getStoryList(supabase, query), home: null, firstSteps: null, staticMaps: null }
  const isAdministrator = findViewer(context)?.isAdministrator ?? false
  const [home, first] = await Promise.all([getHomePage(supabase), isAdministrator ? findFirstSteps(supabase) : null])
  const isShown = first && !first.isHidden && home.numbers.spots < ESTABLISHED_SPOTS
  const firstSteps = isShown && first.steps.some(({ isDone }) => !isDone) ? first.steps : null
  return { query: null, list: null, home, firstSteps, staticMaps: await getHomeMaps(home.featured) }
}

/** Hides the list of first steps from the home page. RLS lets only administrators do it. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  if (form.get('intent') === 'hide-first-steps') {
    findData(
      await getSupabase(context).from('instance_settings').update({ hides_first_run: true }).eq('only_row', true),
    )
  }
  throw redirectTo(href('/'))
}

export const meta: Route.MetaFunction = ({ loaderData }) =>
  loaderData?.query ? describeStories(loaderData.query) : describeHome()

export default function Home({ loaderData: { query, list, home, firstSteps, staticMaps } }: Route.ComponentProps) {
  const position = useNearPosition()
  if (query) return <Later part={allStories} props={{ query, list }} />
  return (
    <Page>
      <PageAddress path="/" />
      <FeedLinks title="New spots" path="/feeds/spots" />
      <FeedLinks title="Stories" path="/feeds/stories" />
      <HomeOpening home={home} staticMaps={staticMaps} firstSteps={firstSteps} />
      {position && (
        <Suspense>
          <NearYou position={position} />
        </Suspense>
      )}
      <Later part={homeSections} props={{ home }} />
    </Page>
  )
}
