import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import { createDraftRows } from '../../web/app/features/imports/draft-rows.ts'
import { readBlob } from '../../web/app/features/imports/reading/read-files.ts'
import type { PlacePhoto } from '../../web/app/features/imports/reading/read-place.ts'
import { type ImportedSpot, type ImportLine, readFeatures } from './read-features.ts'
import { readProvenance, type WrittenProvenance } from './read-license.ts'

/** A place with its photos in the archive. */
export interface PlaceWithPhotos {
  line: number
  spot: ImportedSpot
  photos: PlacePhoto[]
}

/** Files with one feature per line are streamed, because they may have millions. */
const STREAMED = /\.(?:ndjson|geojsonl|jsonl)(?:\.gz)?$/i

/**
 * Reads a file of places in any format that members can import. Lines count the places. Places without a position are
 * rejected, because no one could place them later. Calls `onPhotos` for places with photos, but not for those of an
 * account's archive, which may be private. `ofFile` is the provenance of places without their own. Throws an error with
 * a sentence if the file cannot be read at all.
 */
export async function* readPlaces(
  file: string,
  onPhotos: (place: PlaceWithPhotos) => void = () => undefined,
  ofFile: WrittenProvenance = {},
): AsyncGenerator<ImportLine> {
  if (STREAMED.test(file)) {
    yield* readFeatures(file, ofFile)
    return
  }
  const reading = await readBlob(basename(file), await openAsBlob(file))
  const [problem] = reading.problems
  if (problem && reading.readings.length === 0) throw new Error(`${problem.file}: ${problem.reason}`)
  const ofWhole = readProvenance({}, ofFile)
  if (typeof ofWhole === 'string') throw new Error(ofWhole)
  for (const { number: line, title, description, category, tags, lng, lat, reason, photos, details } of createDraftRows(
    reading,
  )) {
    if (lng === null || lat === null) yield { line, reason: `${title}: ${reason}` }
    else {
      const spot = { title, description, category, tags, lng, lat, country_code: null, source: 'import' }
      const attribution = details?.attribution ?? ofWhole
      if (photos && !reading.archive) onPhotos({ line, spot, photos })
      yield { line, spot: attribution ? { ...spot, attribution } : spot }
    }
  }
}
