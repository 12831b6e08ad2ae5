import { href, useSearchParams } from 'react-router'
import { isCategoryId } from '#app/features/categories/categories.ts'
import { PostRows } from '#app/features/posts/post-rows.tsx'
import { BundleLink } from '#app/features/share/bundle-link.tsx'
import { EmbedLinks } from '#app/features/share/embed-links.tsx'
import { FeedLinks } from '#app/features/share/feed-links.tsx'
import { JsonLd, toBreadcrumbs } from '#app/features/share/json-ld.tsx'
import { PageAddress } from '#app/features/share/page-address.tsx'
import { ShareDialog } from '#app/features/share/share-dialog.tsx'
import { formatCount } from '#app/lib/format/numbers.ts'
import { getSiteName, pageTitle } from '#app/platform/config/site-name.ts'
import { pageNotFound } from '#app/platform/errors/page/not-found.ts'
import { useNavigateTo } from '#app/platform/navigation/navigate-to.ts'
import { requireAllowedPage } from '#app/platform/page-validation/page-validation.server.ts'
import { useAppSettings } from '#app/platform/root-data.ts'
import { getSupabase } from '#app/platform/session/session.server.ts'
import { Page } from '#app/ui/layout/page.tsx'
import { Section } from '#app/ui/layout/section.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import type { Route } from './+types/city.ts'
import { CityCategories } from './city-categories.tsx'
import { CityContributors } from './city-contributors.tsx'
import { getCityMaps } from './city-map.server.ts'
import { CityOpening } from './city-opening.tsx'
import { type CityPage, citySorts, findCityPage } from './city-page.ts'
import { CitySpots } from './city-spots.tsx'
import { EmptyCity } from './empty-city.tsx'
import './city.css'

export async function loader({ params, url, context }: Route.LoaderArgs) {
  requireAllowedPage(context)
  const requested = url.searchParams.get('kind') ?? ''
  const category = isCategoryId(requested) ? requested : undefined
  const sort = citySorts.find((one) => one === url.searchParams.get('sort')) ?? 'best'
  const page = await findCityPage(getSupabase(context), params.name.toLowerCase(), category)
  if (!page) throw pageNotFound(url)
  return { page, category, sort, staticMaps: await getCityMaps(page), now: Date.now() }
}

export const meta: Route.MetaFunction = ({ loaderData }) => {
  if (!loaderData) return []
  const { city, spot_count } = loaderData.page
  const title = `${city.name}, ${city.country_name}`
  const description = `${formatCount(spot_count, 'spot')} in ${title} on the map of ${getSiteName()}, with stories.`
  return [
    { title: pageTitle(title) },
    { name: 'description', content: description },
    { property: 'og:title', content: title },
    { property: 'og:description', content: description },
    { property: 'og:type', content: 'website' },
  ]
}

export default function City({ loaderData: { page, category, sort, staticMaps, now } }: Route.ComponentProps) {
  const { siteUrl } = useAppSettings()
  const { city, posts, contributors } = page
  return (
    <Page>
      <CityLinks page={page} siteUrl={siteUrl} />
      <ShareCity city={city} />
      <CityOpening key={city.id} page={page} staticMaps={staticMaps} now={now} />
      {page.spot_count === 0 ? (
        <EmptyCity page={page} />
      ) : (
        <>
          <CityCategories page={page} category={category} sort={sort} />
          <CitySpots page={page} category={category} sort={sort} />
        </>
      )}
      {(posts.length > 0 || contributors.length > 0) && (
        <div className="city-people">
          <Section title={`Stories from ${city.name}`}>
            {posts.length > 0 ? <PostRows posts={posts} /> : <p className="text-ink-2">No stories yet.</p>}
          </Section>
          {contributors.length > 0 && <CityContributors members={contributors} />}
        </div>
      )}
      <Namesakes city={city} others={page.namesakes} />
    </Page>
  )
}

/** The metadata of the page: canonical URL, feeds and JSON-LD. */
function CityLinks({ page: { city, best, spot_count }, siteUrl }: { page: CityPage; siteUrl: string }) {
  const url = `${siteUrl}${cityUrl(city.slug)}`
  return (
    <>
      <PageAddress path={cityUrl(city.slug)} />
      <EmbedLinks path={cityUrl(city.slug)} title={city.name} />
      <FeedLinks title={`New spots in ${city.name}`} path={`/feeds/city/${city.slug}`} />
      <BundleLink title={`Spots in ${city.name}`} kind="city" id={city.slug} />
      <JsonLd
        data={{
          '@context': 'https://schema.org',
          '@type': 'ItemList',
          '@id': url,
          url,
          name: `Spots in ${city.name}`,
          about: {
            '@type': 'City',
            name: city.name,
            geo: { '@type': 'GeoCoordinates', latitude: city.lat, longitude: city.lng },
            containedInPlace: { '@type': 'Country', name: city.country_name },
          },
          numberOfItems: spot_count,
          itemListElement: best.map(({ id, title }, index) => ({
            '@type': 'ListItem',
            position: index + 1,
            url: `${siteUrl}/spot/${id}`,
            name: title,
          })),
        }}
      />
      <JsonLd
        data={toBreadcrumbs([
          { name: getSiteName(), url: `${siteUrl}/` },
          { name: city.name, url },
        ])}
      />
    </>
  )
}

/** The share dialog, which has its own URL, so that it also opens without JavaScript. */
function ShareCity({ city }: { city: CityPage['city'] }) {
  const [parameters] = useSearchParams()
  const navigateTo = useNavigateTo()
  if (parameters.get('do') !== 'share') return null
  const page = {
    title: city.name,
    path: cityUrl(city.slug),
    isPublic: true,
    note: 'Only members can open this page. An embed shows its public spots to everyone.',
  }
  const options = { preventScrollReset: true, replace: true, defaultShouldRevalidate: false }
  return <ShareDialog page={page} onClose={() => void navigateTo(withoutDialog(parameters), options)} />
}

function withoutDialog(parameters: URLSearchParams): { search: string } {
  const search = new URLSearchParams(parameters)
  search.delete('do')
  return { search: search.size > 0 ? `?${search}` : '' }
}

/** Other cities of the same name, the largest first. */
function Namesakes({ city, others }: { city: CityPage['city']; others: CityPage['namesakes'] }) {
  if (others.length === 0) return null
  return (
    <Section title={`Other places called ${city.name}`}>
      <ul className="city-namesakes">
        {others.map((other) => (
          <li key={other.id}>
            <TextLink to={cityUrl(other.slug)}>
              {[other.name, other.admin1_name, other.country_name].filter(Boolean).join(', ')}
            </TextLink>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function cityUrl(slug: string): string {
  return href('/city/:name', { name: slug })
}
