/**
 * Draws the preview image of a spot (`?spot=ID`), story (`?post=SLUG`), list (`?list=ID`) or member
 * (`?member=USERNAME`): a PNG of 1200×630 with public content only. Returns 404 for anything else.
 */
import { createVisitorClient } from '../_shared/service.ts'
import { getSiteName } from '../_shared/site-name.ts'
import { drawCard } from './draw-card.ts'
import { createDrawingQueue, QueueFullError } from './drawing-queue.ts'
import { findCard } from './find-card.ts'

/** Increase this number when the layout changes, so that caches drop old images. */
const LAYOUT_VERSION = 4
const CORS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, x-client-info, apikey, content-type',
}
/** Link previews may lag behind an edit. Hidden spots must not stay in shared caches for long. */
const CACHED = 'public, max-age=300, stale-while-revalidate=86400'

const draw = createDrawingQueue()

Deno.serve(async (request) => {
  if (request.method === 'OPTIONS') return new Response(null, { status: 204, headers: CORS })
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return fail(405, 'Cards can only be read.', { allow: 'GET' })
  const client = createVisitorClient()
  const [card, siteName] = await Promise.all([findCard(client, new URL(request.url).searchParams), getSiteName(client)])
  if (!card) return fail(404, 'There is no such card.')
  const etag = await createETag(JSON.stringify([LAYOUT_VERSION, siteName, card]))
  const headers = { ...CORS, etag, 'cache-control': CACHED, 'content-type': 'image/png' }
  if (request.headers.get('if-none-match')?.includes(etag)) return new Response(null, { status: 304, headers })
  if (request.method === 'HEAD') return new Response(null, { headers })
  try {
    const { png, isComplete } = await draw(etag, () => drawCard(card, siteName))
    return new Response(png, { headers: isComplete ? headers : { ...headers, 'cache-control': 'no-store' } })
  } catch (error) {
    if (!(error instanceof QueueFullError)) throw error
    return fail(429, 'Too many cards are being drawn right now.', { 'retry-after': '5' })
  }
})

async function createETag(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return `"${[...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}"`
}

function fail(status: number, error: string, headers: Record<string, string> = {}): Response {
  return Response.json({ error }, { status, headers: { ...CORS, 'cache-control': 'no-store', ...headers } })
}
