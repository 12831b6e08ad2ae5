import { useMemo } from 'react'
import { href } from 'react-router'
import { CategoryIcon } from '#app/features/categories/category-icon.tsx'
import { ClickToLoadMap } from '#app/features/map/embedded/click-to-load-map.tsx'
import type { StaticMapData } from '#app/features/map/static/static-map.server.ts'
import type { PublicationStatus } from '#app/features/spots/spot-summary.ts'
import { spotUrl } from '#app/features/spots/spot-url.ts'
import { formatCount } from '#app/lib/format/numbers.ts'
import { useNavigateTo } from '#app/platform/navigation/navigate-to.ts'
import { useAppSettings } from '#app/platform/root-data.ts'
import { Facts } from '#app/ui/display/facts.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import type { AccountPage } from './account-page.ts'
import type { FeedPage } from './feed/feed-page.ts'

const MARK_DISTANCE_PX = 20
/** The maximum number of markers. More would overlap on a small map. */
const MAX_MARKS = 16

/** The map of the member's spots, their numbers, and whom they follow. */
export function AccountSidebar({
  page,
  follows,
  staticMap,
}: {
  page: AccountPage
  follows: FeedPage['follows']
  staticMap: StaticMapData
}) {
  const { spots, numbers, been } = page
  const navigateTo = useNavigateTo()
  const { mapStyleUrl } = useAppSettings()
  const marks = useMemo(
    () =>
      spots.slice(0, MAX_MARKS).map(({ id, lng, lat, title, category }) => ({
        id,
        lng,
        lat,
        label: title,
        content: <CategoryIcon category={category} size={22} halo />,
      })),
    [spots],
  )
  const facts = [
    { name: 'Marked', value: describeMarked(page) },
    {
      name: 'Been to',
      value:
        been.spots > 0 &&
        `${formatCount(been.spots, 'spot')} in ${formatCount(been.countries, 'country', 'countries')}`,
    },
    { name: 'Taken', value: numbers.photos > 0 && formatCount(numbers.photos, 'photo') },
    { name: 'Saved', value: numbers.saves > 0 && `${formatCount(numbers.saves, 'time')} by others` },
  ]
  return (
    <>
      <ClickToLoadMap
        staticMap={staticMap}
        label="Map of your spots"
        marks={marks}
        markDistancePx={MARK_DISTANCE_PX}
        readings={false}
        styleUrl={mapStyleUrl}
        onMarkPress={(id) => void navigateTo(spotUrl({ id }))}
      />
      <div className="account-facts">
        <Facts facts={facts} />
      </div>
      <YouFollow follows={follows} />
    </>
  )
}

/** Describes the member's published spots and, without any, those that only they see on the map. */
export function describeMarked({ spots, numbers }: Pick<AccountPage, 'spots' | 'numbers'>): string {
  if (numbers.spots > 0) {
    return `${formatCount(numbers.spots, 'spot')} in ${formatCount(numbers.cities, 'city', 'cities')}`
  }
  const count = (status: PublicationStatus) => spots.filter((spot) => spot.status === status).length
  const [waiting, drafts] = [count('pending'), count('draft')]
  const parts = [waiting > 0 && `${waiting} waiting for review`, drafts > 0 && formatCount(drafts, 'draft')]
  return parts.filter(Boolean).join(', ') || 'Nothing yet'
}

function YouFollow({ follows: { members, cities, lists } }: { follows: FeedPage['follows'] }) {
  if (members + cities + lists === 0) return null
  const parts = [
    members > 0 && formatCount(members, 'member'),
    cities > 0 && formatCount(cities, 'city', 'cities'),
    lists > 0 && formatCount(lists, 'list'),
  ].filter(Boolean)
  return (
    <section className="account-follows" aria-labelledby="follows">
      <h2 className="title text-h3" id="follows">
        You follow
      </h2>
      <p className="text-ink-2">
        {parts.join(', ')}. <TextLink to={settingsLink}>Manage</TextLink>
      </p>
    </section>
  )
}

const settingsLink = { pathname: href('/account/settings'), search: '?section=people' }
