import { formatCount } from '#app/lib/format/numbers.ts'
import type { ImportRow } from './import-data.server.ts'

/** Describes how many photos of a row were imported, and why others were not. Empty for a row without photos. */
export function describePhotos(photos: ImportRow['import_photos']): string[] {
  if (photos.length === 0) return []
  const added = photos.filter(({ state }) => state === 'added').length
  const left = photos.filter(({ state, reason }) => state === 'left-out' && reason)
  const count =
    added === photos.length ? formatCount(added, 'photo') : `${added} of ${formatCount(photos.length, 'photo')}`
  return [count, ...left.map(({ name, reason }) => `${name}: ${reason}`)]
}
