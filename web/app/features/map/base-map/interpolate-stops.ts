/** A value at a zoom. */
export type Stop = [zoom: number, value: number]

/** The value at a zoom on straight lines between stops, flat beyond the ends: what a map style does with `interpolate`. */
export function interpolateStops(zoom: number, stops: Stop[]): number {
  const above = stops.findIndex(([stop]) => stop > zoom)
  const [toZoom, to] = stops.at(above) ?? [0, 0]
  if (above <= 0) return to
  const [fromZoom, from] = stops[above - 1] ?? [0, 0]
  return from + ((to - from) * (zoom - fromZoom)) / (toZoom - fromZoom)
}
