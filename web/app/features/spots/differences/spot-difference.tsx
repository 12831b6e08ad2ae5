import { TextDifferenceView } from '#app/features/history/text-difference.tsx'
import { LocationMark } from '#app/features/map/marks/location-mark.tsx'
import { LazyStaticMap } from '#app/features/map/static/lazy-static-map.tsx'
import { PhotoImage } from '#app/features/media/photo-image.tsx'
import type { PhotoSummary } from '#app/features/media/photo-summary.ts'
import { formatCount } from '#app/lib/format/numbers.ts'
import type { SpotDifference } from './spot-differences.server.ts'
import './spot-difference.css'

/** Photos of the spot by id. A removed one is not among them. */
export type PhotosById = Record<string, PhotoSummary>

/** The change of one field: words, positions on a map, or photos. */
export function SpotDifferenceView({
  difference,
  photos = {},
  linkSecret = null,
  isCompact = false,
}: {
  difference: SpotDifference
  photos?: PhotosById
  linkSecret?: string | null
  isCompact?: boolean
}) {
  if (difference.kind === 'text') return <TextDifferenceView difference={difference.text} isCompact={isCompact} />
  if (difference.kind === 'position') return <Move difference={difference} />
  return <PhotoChanges difference={difference} photos={photos} linkSecret={linkSecret} />
}

function Move({ difference }: { difference: Extract<SpotDifference, { kind: 'position' }> }) {
  const { from, to, way, before, after, staticMap } = difference
  const marks = [
    { id: 'from', ...from, content: <span className="move-from" /> },
    { id: 'to', ...to, content: <LocationMark /> },
  ]
  return (
    <div className="spot-move">
      <LazyStaticMap staticMap={staticMap} label={`Moved ${way}`} marks={marks} route={[from, to]} readings={false} />
      <p className="text-small">
        Moved <b>{way}</b>. Dashed: before. Dot: after.
      </p>
      <p className="move-positions">
        <del className="difference-removed">{before}</del> <ins className="difference-added">{after}</ins>
      </p>
    </div>
  )
}

function PhotoChanges({
  difference: { removed, added },
  photos,
  linkSecret,
}: {
  difference: Extract<SpotDifference, { kind: 'photos' }>
  photos: PhotosById
  linkSecret: string | null
}) {
  return (
    <div className="photo-changes">
      {removed.map((id) => (
        <PhotoFrame key={id} photo={photos[id]} word="removed" linkSecret={linkSecret} />
      ))}
      {added.map((id) => (
        <PhotoFrame key={id} photo={photos[id]} word="added" linkSecret={linkSecret} />
      ))}
      <p>
        {removed.length > 0 && <del className="difference-removed">{formatCount(removed.length, 'photo')} removed</del>}{' '}
        {added.length > 0 && <ins className="difference-added">{formatCount(added.length, 'photo')} added</ins>}
      </p>
    </div>
  )
}

function PhotoFrame({
  photo,
  word,
  linkSecret,
}: {
  photo: PhotoSummary | undefined
  word: 'removed' | 'added'
  linkSecret: string | null
}) {
  return (
    <span className={`photo-change is-${word}`}>
      {photo ? (
        <PhotoImage photo={photo} sizes="120px" linkSecret={linkSecret} />
      ) : (
        <span aria-hidden="true">{word}</span>
      )}
    </span>
  )
}
