/** A value at a zoom. */
export type Stop = [zoom: number, value: number]

/** Interpolates linearly between stops and is constant beyond the ends, as `interpolate` in a map style. */
export function interpolateStops(zoom: number, stops: Stop[]): number {
  const above = stops.findIndex(([stop]) => stop > zoom)
  const [toZoom, to] = stops.at(above) ?? [0, 0]
  if (above <= 0) return to
  const [fromZoom, from] = stops[above - 1] ?? [0, 0]
  return from + ((to - from) * (zoom - fromZoom)) / (toZoom - fromZoom)
}
