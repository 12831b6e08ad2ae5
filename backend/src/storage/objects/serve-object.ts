import { type BlobContent, BlobMissingError } from '../blobs/blob-store.ts'
import { type ByteRange, parseByteRange } from '../blobs/byte-range.ts'
import { requireLength } from '../blobs/required-length.ts'
import { blobGone } from '../errors.ts'
import { isRobotsTag } from '../kernel/robots-tag.ts'
import { requireSafeHeaders } from '../kernel/safe-headers.ts'
import type { StorageDependencies } from '../requests/dependencies.ts'
import type { Call } from '../requests/endpoint.ts'
import type { ObjectRow } from '../tables/objects.ts'
import { isNotModified, isRangeOfState } from './conditional-request.ts'
import { createDispositionHeaders, createSignedCacheHeaders, createTypeHeaders } from './content-headers.ts'

/** Responds to GET and HEAD of an object. Status and headers come from the row alone; only the body needs the blob. */
export async function serveObject(
  dependencies: StorageDependencies,
  call: Call,
  object: ObjectRow,
  { expiresAt }: { expiresAt?: Date } = {},
): Promise<Response> {
  const { request, query } = call
  const { etag, size, lastModified } = getFacts(object)
  const isCurrent = isNotModified(request.headers, etag, lastModified)
  const headers = requireSafeHeaders({
    ...createTypeHeaders(object.metadata?.mimetype ?? 'application/octet-stream'),
    ...createDispositionHeaders(query),
    ...(expiresAt
      ? createSignedCacheHeaders(expiresAt)
      : { 'cache-control': toCacheControl(request, object, isCurrent) }),
    ...toEncodingHeaders(object),
    etag,
    'last-modified': lastModified.toUTCString(),
    'accept-ranges': 'bytes',
    'x-robots-tag': toRobotsTag(object),
  })
  if (isCurrent) return new Response(null, { status: 304, headers })
  if (request.method === 'HEAD') {
    headers.set('content-length', String(size))
    return new Response(null, { headers })
  }
  const rangeHeader = request.headers.get('range')
  if (rangeHeader === null || !isRangeOfState(request.headers, etag, lastModified)) {
    headers.set('content-length', String(size))
    return new Response(await openBlob(dependencies, object), { headers })
  }
  const range = parseByteRange(rangeHeader, size)
  headers.set('content-length', String(range.end - range.start + 1))
  headers.set('content-range', `bytes ${range.start}-${range.end}/${size}`)
  return new Response(await openBlob(dependencies, object, range), { status: 206, headers })
}

/** Returns size, etag and time of the content, with defaults for rows that other tools wrote. */
export function getFacts({ metadata, updated_at, version }: ObjectRow) {
  const lastModified = new Date(metadata?.lastModified ?? '')
  return {
    etag: metadata?.eTag ?? `"${version ?? ''}"`,
    size: metadata?.size ?? 0,
    lastModified: Number.isNaN(lastModified.getTime()) ? updated_at : lastModified,
  }
}

/**
 * Opens the blob. A missing one becomes a 404 rather than a 500. Reading fails when the content is shorter or longer
 * than the row or range states. Otherwise the client would take part of the next response for content, or surplus
 * content for the next response.
 */
export async function openBlob(
  { blobs }: StorageDependencies,
  object: ObjectRow,
  range?: ByteRange,
): Promise<BlobContent> {
  const length = range ? range.end - range.start + 1 : getFacts(object).size
  try {
    return requireLength(await blobs.open(object.version ?? '', range), length)
  } catch (error) {
    throw error instanceof BlobMissingError ? blobGone(error) : error
  }
}

/** Lets clients show a stale copy while they fetch the new one, as upstream does (storage 6). */
function toCacheControl({ headers, method }: Request, { metadata }: ObjectRow, isCurrent: boolean): string {
  const stored = metadata?.cacheControl ?? 'no-cache'
  if (isCurrent || !headers.has('if-none-match')) return stored
  return method === 'HEAD' ? `${stored}, must-revalidate` : `${stored}, stale-while-revalidate=30`
}

function toEncodingHeaders({ metadata }: ObjectRow): Record<string, string> {
  return metadata?.contentEncoding ? { 'content-encoding': metadata.contentEncoding } : {}
}

function toRobotsTag({ metadata }: ObjectRow): string {
  const tag = metadata?.xRobotsTag
  return tag !== undefined && isRobotsTag(tag) ? tag : 'none'
}
