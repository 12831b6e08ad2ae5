import type { ExportFormat } from '#app/features/spots/exports/export-formats.ts'
import { downloadResponse, type SpotPages, streamSpots } from '#app/features/spots/exports/export-response.ts'
import type { ExportHead } from '#app/features/spots/exports/exported-spot.ts'
import type { Supabase } from '#app/lib/supabase.ts'
import { missingResource, rejectResource } from '../plain-response.ts'
import { InvalidSetError, type SpotSet } from './find-set.ts'
import { streamKmz } from './kmz.ts'

const MISSING = 'There is nothing here to download, or it is not shared with you.'

/** The format of a file, the site that writes it, and the viewer's data client. */
interface SetFile {
  format: ExportFormat
  site: Omit<ExportHead, 'title'>
  supabase: Supabase
}

/**
 * Returns the spots of a set as a download. The first page is read before the response begins, so that an error there
 * gets its own status. A later error closes the connection, so that the client does not mistake a part for the whole
 * file.
 */
export async function respondWithSet(
  findSet: () => Promise<SpotSet | null>,
  { format, site, supabase }: SetFile,
): Promise<Response> {
  try {
    const set = await findSet()
    if (!set) return missingResource(MISSING)
    const head = { ...site, title: set.title }
    const pages = await openPages(set.pages)
    const body = format === 'kmz' ? streamKmz(pages, head, supabase) : streamSpots(pages, head, format)
    return downloadResponse(body, `${set.title} – ${site.siteName}`, format)
  } catch (error) {
    if (error instanceof InvalidSetError) return rejectResource(error.message, 400)
    throw error
  }
}

/** Reads the first page, and returns all of them. */
async function openPages(pages: SpotPages): Promise<SpotPages> {
  const iterator = pages[Symbol.asyncIterator]()
  const first = await iterator.next()
  return (async function* () {
    try {
      for (let page = first; !page.done; page = await iterator.next()) yield page.value
    } finally {
      await iterator.return?.()
    }
  })()
}
