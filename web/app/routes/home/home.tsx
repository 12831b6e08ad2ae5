import { useAppSettings } from '#app/platform/root-data.ts'
import { getSupabase } from '#app/platform/session/session.server.ts'
import { Page } from '#app/ui/layout/page.tsx'
import type { Route } from './+types/home.ts'
import { BestLoved } from './best-loved.tsx'
import { getHomeMaps } from './home-map.server.ts'
import { HomeOpening } from './home-opening.tsx'
import { getHomePage } from './home-page.ts'
import { JoinCall } from './join-call.tsx'
import { Legend } from './legend.tsx'
import { NewestSpots } from './newest-spots.tsx'
import { Stories } from './stories.tsx'
import './home.css'

const DESCRIPTION =
  'A shared map of the places you would send a friend to: the thin house, the warm spring, the bench with the view.'

export async function loader({ context }: Route.LoaderArgs) {
  const home = await getHomePage(getSupabase(context))
  return { home, staticMaps: await getHomeMaps(home.featured) }
}

export const meta: Route.MetaFunction = () => [
  { title: 'Hereabouts: worth knowing, hereabouts' },
  { name: 'description', content: DESCRIPTION },
  { property: 'og:title', content: 'Hereabouts' },
  { property: 'og:description', content: DESCRIPTION },
  { property: 'og:type', content: 'website' },
]

export default function Home({ loaderData: { home, staticMaps } }: Route.ComponentProps) {
  const { siteUrl } = useAppSettings()
  return (
    <Page>
      <link rel="canonical" href={`${siteUrl}/`} />
      <HomeOpening home={home} staticMaps={staticMaps} />
      <NewestSpots spots={home.newest} />
      <div className="home-best">
        <BestLoved spots={home.best} />
        <Legend categories={home.categories} />
      </div>
      <Stories posts={home.posts} />
      <JoinCall />
    </Page>
  )
}
