import { readFile as readBytes } from 'node:fs/promises'
import { basename } from 'node:path'
import { createDraftRows } from '../../web/app/features/imports/draft-rows.ts'
import { readFile } from '../../web/app/features/imports/reading/read-files.ts'
import { type ImportLine, readFeatures } from './read-features.ts'

/** Files with one feature per line are streamed, because they may have millions. */
const STREAMED = /\.(?:ndjson|geojsonl|jsonl)(?:\.gz)?$/i

/**
 * Reads a file of places in any format that members can import. Lines count the places. Places without a position are
 * rejected, because no one could place them later. Throws an error with a sentence if the file cannot be read at all.
 */
export async function* readPlaces(file: string): AsyncGenerator<ImportLine> {
  if (STREAMED.test(file)) {
    yield* readFeatures(file)
    return
  }
  const reading = readFile(basename(file), await readBytes(file))
  const [problem] = reading.problems
  if (problem && reading.readings.length === 0) throw new Error(`${problem.file}: ${problem.reason}`)
  for (const { number: line, title, description, category, tags, lng, lat, reason } of createDraftRows(reading)) {
    if (lng === null || lat === null) yield { line, reason: `${title}: ${reason}` }
    else yield { line, spot: { title, description, category, tags, lng, lat, country_code: null, source: 'import' } }
  }
}
