import { missingResource } from './plain-response.ts'
import type { ResourceCall } from './resource-call.ts'

/** The quiet zone of a QR code is four modules wide. */
const QUIET_ZONE = 4
const MAX_PATH_LENGTH = 500

/** Serves the QR code of a page of this site: `/qr.svg?to=/spot/{id}`. Black on white, regardless of the theme. */
export async function serveQrCode({ request, settings }: ResourceCall): Promise<Response> {
  const path = new URL(request.url).searchParams.get('to') ?? ''
  if (!path.startsWith('/') || path.length > MAX_PATH_LENGTH) return missingResource('There is no such code.')
  // Loaded with the first code, so that it does not slow down the start.
  const { create } = await import('qrcode')
  const { modules } = create(`${settings.siteUrl}${path}`, { errorCorrectionLevel: 'M' })
  const size = modules.size + 2 * QUIET_ZONE
  const cells = Array.from({ length: modules.size }, (_, y) => drawRow(modules.size, (x) => modules.get(y, x) !== 0, y))
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${cells.join('')}"/></svg>`
  // The URL may contain the secret of something shared by link.
  return new Response(svg, { headers: { 'content-type': 'image/svg+xml', 'cache-control': 'private, max-age=86400' } })
}

/** Draws the dark modules of a row as parts of a path, neighbours as one. */
function drawRow(size: number, isDark: (x: number) => boolean, y: number): string {
  const starts = Array.from({ length: size }, (_, x) => x).filter((x) => isDark(x) && (x === 0 || !isDark(x - 1)))
  return starts
    .map((start) => {
      let end = start
      while (end < size && isDark(end)) end += 1
      return `M${start + QUIET_ZONE} ${y + QUIET_ZONE}h${end - start}v1h-${end - start}z`
    })
    .join('')
}
