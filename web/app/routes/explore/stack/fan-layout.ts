/** The distance between neighbouring icons, so that each has a target of 44 px. */
const APART_PX = 45
const MIN_RADIUS_PX = 48
/** The land-coloured disc extends beyond the icons. */
const DISC_MARGIN_PX = 24

/** The maximum number of spots that are fanned out, on wide screens and on phones. */
export const MAX_FANNED = { wide: 12, phone: 7 }

/** A fan of icons around a point, in pixels from it. */
export interface FanLayout {
  discRadius: number
  icons: { x: number; y: number }[]
}

/** Places icons on a ring, clockwise from the top. */
export function layOutFan(count: number): FanLayout {
  const radius = Math.max(MIN_RADIUS_PX, APART_PX / 2 / Math.sin(Math.PI / Math.max(2, count)))
  const icons = Array.from({ length: count }, (_, index) => {
    const angle = (index / count) * 2 * Math.PI - Math.PI / 2
    return { x: Math.round(radius * Math.cos(angle) * 10) / 10, y: Math.round(radius * Math.sin(angle) * 10) / 10 }
  })
  return { discRadius: Math.round(radius + DISC_MARGIN_PX), icons }
}
