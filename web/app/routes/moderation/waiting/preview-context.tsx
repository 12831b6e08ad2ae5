import { CategoryIcon } from '#app/features/categories/category-icon.tsx'
import { LocationMark } from '#app/features/map/marks/location-mark.tsx'
import type { StaticMapData } from '#app/features/map/static/static-map.server.ts'
import { StaticMap } from '#app/features/map/static/static-map.tsx'
import type { PhotoSummary } from '#app/features/media/photo-summary.ts'
import { SpotPicture } from '#app/features/spots/cards/spot-picture.tsx'
import { SpotDifferenceView } from '#app/features/spots/differences/spot-difference.tsx'
import type { SpotDifference } from '#app/features/spots/differences/spot-differences.server.ts'
import { spotUrl } from '#app/features/spots/spot-url.ts'
import { formatNumber } from '#app/lib/format/numbers.ts'
import { ListRow } from '#app/ui/layout/list-row.tsx'
import type { PostPreview, SpotPreview } from './waiting-schema.ts'

/** A map of the spot with its possible duplicates, or of the spots of the story. */
export function PreviewMap({ staticMap, preview }: { staticMap: StaticMapData; preview: SpotPreview | PostPreview }) {
  const neighbours = 'spot' in preview ? preview.duplicates.slice(0, 3) : preview.spots
  const marks = neighbours.map(({ id, lng, lat, category }) => ({
    id,
    lng,
    lat,
    content: <CategoryIcon category={category} size={22} halo />,
  }))
  const own =
    'spot' in preview ? [{ id: 'here', lng: preview.spot.lng, lat: preview.spot.lat, content: <LocationMark /> }] : []
  const places = 'spot' in preview ? preview.around.map(([lng, lat]) => ({ lng, lat, count: 1 })) : []
  return (
    <StaticMap
      staticMap={staticMap}
      label={'spot' in preview ? `Map around ${preview.spot.title}` : 'Map of the spots of the story'}
      marks={[...marks, ...own]}
      places={places}
      readings={false}
    />
  )
}

/** The minimum similarity of names that are probably the same, as in `list_nearby_duplicates`. */
const ALIKE = 0.4

/** Spots that may be the same place, the nearest and most similar first. */
export function NearDuplicates({ duplicates }: { duplicates: SpotPreview['duplicates'] }) {
  const [first] = duplicates
  if (!first) return null
  return (
    <section className="desk-duplicates" aria-labelledby="duplicates">
      <h3 className="title text-h3" id="duplicates">
        May be the same
      </h3>
      <ul>
        {duplicates.map((spot, index) => (
          <ListRow
            key={spot.id}
            to={spotUrl(spot)}
            title={spot.title}
            picture={<SpotPicture spot={spot} format="thumb" sizes="56px" />}
            data-desk-key={index === 0 ? 'c' : undefined}
            headingLevel="h3"
          >
            <p className="desk-note">
              {formatNumber(spot.distance_meters)} m
              {spot.similarity > ALIKE && ` · name ${Math.round(spot.similarity * 100)}% alike`}
            </p>
          </ListRow>
        ))}
      </ul>
    </section>
  )
}

/** The latest change of a spot that was published before, field by field. */
export function PreviewChanges({ differences, photos }: { differences: SpotDifference[]; photos: PhotoSummary[] }) {
  const photosById = Object.fromEntries(photos.map((photo) => [photo.id, photo]))
  return (
    <section aria-labelledby="changes">
      <h3 className="title text-h3" id="changes">
        What changed
      </h3>
      <dl className="desk-changes">
        {differences.map((difference) => (
          <div key={difference.field}>
            <dt>{difference.label}</dt>
            <dd>
              <SpotDifferenceView difference={difference} photos={photosById} isCompact />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
