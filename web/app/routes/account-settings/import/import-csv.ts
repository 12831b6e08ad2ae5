import { quoteCell } from '#app/lib/format/quote-cell.ts'
import { findData, type Supabase, takeData } from '#app/lib/supabase.ts'
import { requireViewer } from '#app/platform/guard/guard.server.ts'
import { getSupabase } from '#app/platform/session/session.server.ts'
import type { Route } from './+types/import-csv.ts'
import { describePhotos } from './describe-photos.ts'
import { findImport } from './import-data.server.ts'

const PAGE = 1000
const HEADER = [
  'row',
  'name',
  'state',
  'reason',
  'category',
  'latitude',
  'longitude',
  'address',
  'list',
  'website',
  'found as',
  'photos',
]

/** Yields the other entries of an archive as lines, with their kind in place of a category. */
async function* readRecords(supabase: Supabase, id: string): AsyncGenerator<string> {
  for (let after = 0; ; ) {
    const records = takeData(
      await supabase
        .from('import_records')
        .select('number, kind, name, state, reason')
        .eq('import_id', id)
        .gt('number', after)
        .order('number')
        .limit(PAGE),
    )
    const empty = HEADER.slice(5).map(() => '')
    yield records
      .map(
        ({ kind, name, state, reason }) => `${['', name, state, reason, kind, ...empty].map(quoteCell).join(',')}\r\n`,
      )
      .join('')
    if (records.length < PAGE) return
    after = records.at(-1)?.number ?? after
  }
}

/** Streams the outcome of each row of an import as CSV (RFC 4180). */
export async function loader({ url, context }: Route.LoaderArgs) {
  requireViewer(context)
  const supabase = getSupabase(context)
  const { id } = await findImport(supabase, url.searchParams.get('id') ?? '', url)
  const encoder = new TextEncoder()
  let after = 0
  const stream = new ReadableStream<Uint8Array>({
    // Spreadsheets need the byte order mark.
    start: (controller) => controller.enqueue(encoder.encode(`\ufeff${HEADER.join(',')}\r\n`)),
    pull: async (controller) => {
      const response = await supabase
        .from('import_rows')
        .select('*, import_photos(name, state, reason)')
        .eq('import_id', id)
        .gt('number', after)
        .order('number')
        .limit(PAGE)
      const rows = findData(response) ?? []
      for (const row of rows) {
        const { number, title, state, reason, category, lat, lng, address, list, website, found_as, import_photos } =
          row
        const cells = [number, title, state, reason, category, lat, lng, address, list, website, found_as]
        cells.push(describePhotos(import_photos).join('; '))
        const line = cells.map((cell) => (typeof cell === 'number' ? String(cell) : quoteCell(cell ?? '')))
        controller.enqueue(encoder.encode(`${line.join(',')}\r\n`))
        after = number
      }
      if (rows.length < PAGE) {
        for await (const lines of readRecords(supabase, id)) controller.enqueue(encoder.encode(lines))
        controller.close()
      }
    },
  })
  return new Response(stream, {
    headers: {
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment; filename="import.csv"',
      'cache-control': 'private, no-store',
    },
  })
}
