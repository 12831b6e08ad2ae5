import { respondWithPlate } from '#app/features/map/plate.server.ts'
import type { ResourceCall } from './resource-call.ts'

/** The ground of a static map: `/plate/{lng},{lat},{zoom}/{width}x{height}/{theme}.svg`. The same for everybody. */
export function answerPlate({ parameters: { place, size, theme } }: ResourceCall): Promise<Response> {
  return respondWithPlate(`${place}/${size}/${theme}.svg`)
}
