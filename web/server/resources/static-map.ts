import { respondWithStaticMap } from '#app/features/map/static/static-map.server.ts'
import type { ResourceCall } from './resource-call.ts'

/**
 * The base map of a static map: `/static-map/{lng},{lat},{zoom}/{width}x{height}/{theme}.svg`. The same for everyone.
 */
export function answerStaticMap({ parameters: { place, size, theme } }: ResourceCall): Promise<Response> {
  return respondWithStaticMap(`${place}/${size}/${theme}.svg`)
}
