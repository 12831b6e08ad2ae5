import { createConcurrencyGate } from '#app/lib/concurrency-gate.server.ts'
import { serveCover } from './cover.ts'
import { loadSharp } from './load-sharp.ts'
import { busyResource } from './plain-response.ts'
import type { ResourceCall } from './resource-call.ts'

/** The size of link previews: 1.91 : 1. */
const WIDTH = 1200

/** Thrown by the concurrency gate and handled here. */
class OverloadError extends Error {}

const inTurn = createConcurrencyGate({
  running: 1,
  waiting: 50,
  createError: () => new OverloadError('Too many share cards at once.'),
})

/**
 * Serves the generated cover as a PNG, because link previews do not show SVG: `/cover/{id}/wide/day.png`. For viewers
 * who may see the spot.
 */
export async function serveShareCard(call: ResourceCall): Promise<Response> {
  const cover = await serveCover({ ...call, parameters: { ...call.parameters, format: 'wide', file: 'day.svg' } })
  if (!cover.ok) return cover
  const drawing = Buffer.from(await cover.arrayBuffer())
  try {
    const sharp = await loadSharp()
    const picture = await inTurn(() => sharp(drawing, { density: 144 }).resize({ width: WIDTH }).png().toBuffer())
    const headers = new Headers(cover.headers)
    headers.set('content-type', 'image/png')
    return new Response(new Uint8Array(picture), { headers })
  } catch (error) {
    if (error instanceof OverloadError) return busyResource('Too many previews are being drawn right now.')
    throw error
  }
}
