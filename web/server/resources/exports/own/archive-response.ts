import { writeDisposition } from '#app/features/spots/exports/export-response.ts'
import { findData, type Supabase } from '#app/lib/supabase.ts'
import { missingResource, rejectResource } from '../../plain-response.ts'
import { parseRange } from './byte-range.ts'
import { getPartPath } from './pack-data-exports.ts'

const COLUMNS = 'id, member_id, attempts, part_bytes, byte_count, ready_at'

/**
 * Returns a member's packed archive. Downloads can be resumed with `Range` and `If-Range`. All reads run as the
 * viewer, so RLS policies hide the archives of others.
 */
export async function respondWithArchive(
  request: Request,
  supabase: Supabase,
  { memberId, siteName }: { memberId: string; siteName: string },
): Promise<Response> {
  const query = supabase.from('data_exports').select(COLUMNS).eq('member_id', memberId).eq('status', 'ready')
  const packed = findData(await query.gt('expires_at', new Date().toISOString()).maybeSingle())
  if (!packed) return missingResource('There is no archive to download. Start one under Settings, Export your data.')
  const etag = `"${packed.id}-${packed.attempts}"`
  const ifRange = request.headers.get('if-range')
  const asked = ifRange && ifRange !== etag ? null : request.headers.get('range')
  const range = parseRange(asked, packed.byte_count)
  const headers = {
    'content-type': 'application/zip',
    'content-disposition': writeDisposition(`My data – ${siteName} – ${packed.ready_at?.slice(0, 10)}.zip`),
    'cache-control': 'private, no-cache',
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
    etag,
  }
  if (range === 'unsatisfiable') {
    const rejection = rejectResource(
      'The requested range is beyond the end of the archive. Download it again from the start.',
      416,
    )
    rejection.headers.set('content-range', `bytes */${packed.byte_count}`)
    return rejection
  }
  const { first, last } = range ?? { first: 0, last: packed.byte_count - 1 }
  const length = String(last - first + 1)
  const body = request.method === 'HEAD' ? null : streamParts(supabase, packed, first, last)
  if (!range) return new Response(body, { headers: { ...headers, 'content-length': length } })
  const contentRange = `bytes ${first}-${last}/${packed.byte_count}`
  return new Response(body, {
    status: 206,
    headers: { ...headers, 'content-length': length, 'content-range': contentRange },
  })
}

interface PackedArchive {
  id: string
  member_id: string
  attempts: number
  part_bytes: number
}

/** Streams bytes of an archive. Each part is read once the previous one has been sent. */
function streamParts(
  supabase: Supabase,
  archive: PackedArchive,
  first: number,
  last: number,
): ReadableStream<Uint8Array> {
  let at = first
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const part = Math.floor(at / archive.part_bytes)
        const start = part * archive.part_bytes
        const { data, error } = await supabase.storage.from('exports').download(getPartPath(archive, part))
        // Closes the connection, so that the client does not mistake a part for the whole archive.
        if (error) throw error
        const bytes = new Uint8Array(await data.arrayBuffer()).subarray(at - start, last - start + 1)
        if (bytes.length === 0) throw new Error('A part of an archive is too short.')
        controller.enqueue(bytes)
        at += bytes.length
        if (at > last) controller.close()
      },
    },
    { highWaterMark: 0 },
  )
}
