import { href } from 'react-router'
import { MemberLink } from '#app/features/account/members/member-link.tsx'
import { writeMapPosition } from '#app/features/explore/position/map-position.ts'
import { findUrl } from '#app/lib/find-url.ts'
import { formatDay, formatMonth } from '#app/lib/format/dates.ts'
import { formatNumber } from '#app/lib/format/numbers.ts'
import { formatDms } from '#app/lib/geo/coordinates.ts'
import { findLocatorBounds, toLocator } from '#app/lib/geo/locator.ts'
import type { Point } from '#app/lib/geo/point.ts'
import { useIntentForm } from '#app/lib/intent-form.ts'
import { CopyButton } from '#app/ui/buttons/copy-button.tsx'
import { Facts } from '#app/ui/display/facts.tsx'
import { showToast } from '#app/ui/feedback/toasts.ts'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import type { SpotDetail, SpotPage } from '../spot-page.ts'

/** The access rule of a spot. Not shown while unknown. */
const accessWords: Record<SpotDetail['access'], string> = {
  free: 'Free for everyone',
  fee: 'Entrance fee',
  customers: 'For customers',
  permit: 'Needs a permit',
  unknown: '',
}

/** Counting stops at this number. */
const MANY = 1000
/** At this zoom a sheet of 5′ × 2.5′ roughly fills the map. */
const SHEET_ZOOM = 12.5

/** The facts about a spot, as in the margin of a map. */
export function SpotFacts({ page }: { page: SpotPage }) {
  const { spot, exact_point: exact } = page
  const shared = page.origin?.shared
  const facts = [
    { name: 'Coordinates', value: <Coordinates point={spot} /> },
    { name: 'Exact position', value: exact && <ExactPlace point={exact} /> },
    { name: 'Sheet', value: <Sheet spot={spot} count={page.sheet_count} /> },
    { name: 'Address', value: spot.address && <span dir="auto">{spot.address}</span> },
    { name: 'Exact address', value: exact?.address && <ExactAddress address={exact.address} /> },
    { name: 'Access', value: accessWords[spot.access] },
    { name: 'Website', value: spot.website && <Website url={spot.website} /> },
    { name: 'Confirmed', value: spot.status === 'published' && <Confirmed spot={spot} /> },
    {
      name: 'Added by',
      value: shared ? <bdi>{shared.author ?? shared.site.origin_name}</bdi> : <MarkedBy page={page} />,
    },
  ]
  return <Facts facts={facts} />
}

function Coordinates({ point }: { point: { lng: number; lat: number } }) {
  const decimals = `${point.lat.toFixed(5)}, ${point.lng.toFixed(5)}`
  return (
    <span className="fact-line">
      <span className="measured">{formatDms(point)}</span>
      <CopyButton text={decimals} label="Copy coordinates" done="Coordinates copied" />
    </span>
  )
}

function ExactPlace({ point }: { point: { lng: number; lat: number } }) {
  return (
    <>
      <Coordinates point={point} />
      <ExactNote />
    </>
  )
}

function ExactAddress({ address }: { address: string }) {
  return (
    <>
      <span dir="auto">{address}</span>
      <ExactNote />
    </>
  )
}

function ExactNote() {
  return <span className="fact-note">Only the author and moderators can see this.</span>
}

function Sheet({ spot, count }: { spot: SpotDetail; count: number }) {
  const others = count >= MANY ? `more than ${formatNumber(MANY)}` : formatNumber(count)
  return (
    <>
      <span className="measured">{toLocator(spot).toUpperCase()}</span>
      {', '}
      {count > 1 ? (
        <TextLink className="touch-area" to={{ pathname: href('/explore'), search: toSheetSearch(spot) }}>
          {others} spots on it
        </TextLink>
      ) : (
        'the only spot on it'
      )}
    </>
  )
}

/** Returns the query of explore that shows the sheet of a point. */
function toSheetSearch(point: Point): string {
  const bounds = findLocatorBounds(toLocator(point))
  const middle = bounds ? { lng: (bounds.west + bounds.east) / 2, lat: (bounds.south + bounds.north) / 2 } : point
  return `?${writeMapPosition({ ...middle, zoom: SHEET_ZOOM })}`
}

function Website({ url }: { url: string }) {
  const host = findUrl(url)?.hostname.replace(/^www\./, '') ?? url
  return (
    <TextLink external className="wrap-anywhere" to={url} rel="nofollow ugc noopener external">
      {host}
    </TextLink>
  )
}

function Confirmed({ spot }: { spot: SpotDetail }) {
  const { Form, isBusy, rejection } = useIntentForm('confirm', () => showToast('Thank you. Confirmed today.'))
  return (
    <Form method="post" className="fact-line">
      <span>
        {spot.confirmed_at ? formatDay(spot.confirmed_at) : 'Not yet'}
        {rejection?.message && (
          <span role="alert" className="fact-note">
            {rejection.message}
          </span>
        )}
      </span>
      <button type="submit" name="intent" value="confirm" className="link" aria-busy={isBusy || undefined}>
        Still there?
      </button>
    </Form>
  )
}

function MarkedBy({ page: { spot, author } }: { page: SpotPage }) {
  return (
    <span className="fact-member">
      <MemberLink member={author} avatar={26} />
      <span>{formatMonth(spot.created_at)}</span>
    </span>
  )
}
