import Check from 'lucide-react/icons/check'
import LocateFixed from 'lucide-react/icons/locate-fixed'
import { useNearMe } from '#app/features/map/live/controls/use-near-me.ts'
import { formatDms } from '#app/lib/geo/coordinates.ts'
import { toLocator } from '#app/lib/geo/locator.ts'
import { toOpenStreetMapUrl } from '#app/lib/geo/open-street-map-url.ts'
import { parsePosition } from '#app/lib/geo/parse-position.ts'
import type { Point } from '#app/lib/geo/point.ts'
import { Combobox } from '#app/ui/forms/choices/combobox.tsx'
import { Field } from '#app/ui/forms/field.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import { formatPosition } from '../spot-position.ts'
import type { FindPlaces } from './place-suggestion.ts'
import { type SpotFormSectionProps, spotFieldId } from './spot-form-section.ts'
import { usePlaceSearch } from './use-place-search.ts'
import './spot-form.css'

/**
 * One field for the place: an address or name to search for, coordinates in any format, a pasted map link, or the
 * position of the device. `onPlace` is called when the place was entered here, so that the map moves there.
 */
export function SpotPlaceField({
  fields,
  errors,
  onChange,
  onPlace,
  placeName,
  findPlaces,
}: SpotFormSectionProps & {
  onPlace?: (point: Point) => void
  /** The city of the position, if known. */
  placeName?: string | undefined
  /** Without it, only coordinates are understood. */
  findPlaces?: FindPlaces
}) {
  const reading = parsePosition(fields.position)
  const point = reading.kind === 'point' ? reading.point : undefined
  const { groups, attribution, isLooking, hasFailed, lookFor } = usePlaceSearch(findPlaces)
  const take = (position: string) => {
    onChange({ position })
    const read = parsePosition(position)
    if (read.kind === 'point') onPlace?.(read.point)
  }
  const nearMe = useNearMe((found) => take(formatPosition(found)))
  const problem = reading.kind === 'rejected' ? reading.reason : errors.position
  return (
    <Field
      id={spotFieldId('position')}
      label="Address, coordinates or a pasted map link"
      error={problem}
      hint={
        <span className="place-coordinates" role="status">
          {point && <PlaceReading point={point} placeName={placeName} />}
        </span>
      }
    >
      {(control) => (
        <>
          <Combobox
            {...control}
            className="place-field"
            name="position"
            value={fields.position}
            groups={groups}
            loading={isLooking}
            empty={isLooking ? undefined : describeNothing(fields.position, hasFailed)}
            placeholder="45.0589, 7.7052"
            onValueChange={(typed) => {
              nearMe.cancel()
              take(typed)
              lookFor(typed, point)
            }}
            onKeyDown={(event) => {
              // Enter shows the pasted position and stays on this step, so that the member sees the pin
              // first.
              if (event.key !== 'Enter' || !point) return
              event.preventDefault()
              onPlace?.(point)
            }}
            onSelect={(place) => {
              nearMe.cancel()
              take(formatPosition(place.point))
              lookFor('', undefined)
            }}
            end={
              <button
                type="button"
                className="place-locate needs-script"
                aria-busy={nearMe.state === 'locating' || undefined}
                onClick={nearMe.locate}
              >
                <LocateFixed /> Me<span className="sr-only">: use my current location</span>
              </button>
            }
          />
          {attribution && <p className="place-attribution">Addresses: {attribution}</p>}
          {nearMe.help && (
            <p className="place-help" role="alert">
              {nearMe.help}
            </p>
          )}
        </>
      )}
    </Field>
  )
}

function PlaceReading({ point, placeName }: { point: Point; placeName: string | undefined }) {
  return (
    <>
      <Check size={16} />
      <span>
        Read as {formatDms(point)}
        {placeName && <span dir="auto"> · {placeName}</span>} · sheet {toLocator(point)} ·{' '}
        <TextLink to={toOpenStreetMapUrl(point)} external target="_blank" rel="noopener">
          Open in OpenStreetMap
        </TextLink>
      </span>
    </>
  )
}

function describeNothing(typed: string, hasFailed: boolean): string | undefined {
  const isWords = typed.trim().length > 1 && parsePosition(typed).kind === 'none'
  const reason = hasFailed ? 'The search could not be reached.' : 'No place found.'
  return isWords ? `${reason} Move the map, or paste a position.` : undefined
}
