import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl'
import type { Selector } from './street-selectors.ts'

/** The source of the street tiles. */
export const STREET_SOURCE = 'streets'
/** From this zoom on, street tiles lie over the offline base map. */
export const STREETS_FROM = 9

type LayerOf<Type> = Extract<LayerSpecification, { type: Type }>
type Stops = [zoom: number, value: number][]

/** Widths of roads grow by a power of the zoom. */
const GROWTH = 1.5

/** Returns a value that grows with the zoom, linearly between the stops. */
export function byZoom(...stops: Stops): ExpressionSpecification {
  return ['interpolate', ['linear'], ['zoom'], ...stops.flat()]
}

/** Returns a width of roads in pixels, with an amount added at every stop but never below zero. */
export function roadWidth(stops: Stops, added = 0): ExpressionSpecification {
  const values = stops.flatMap(([zoom, width]) => [zoom, Math.max(0, width + added)])
  return ['interpolate', ['exponential', GROWTH], ['zoom'], ...values]
}

interface Part {
  id: string
  from: number
  to?: number
  /** A condition besides that of the selector. */
  when?: ExpressionSpecification
}

/** Returns the properties that all layers of the street tiles share. */
function toBase({ id, from, to, when }: Part, { layer, filter }: Selector) {
  return {
    id: `street-${id}`,
    source: STREET_SOURCE,
    'source-layer': layer,
    minzoom: from,
    ...(to !== undefined && { maxzoom: to }),
    filter: when ? (['all', filter, when] satisfies ExpressionSpecification) : filter,
  }
}

export function fillLayer(part: Part, selector: Selector, paint: LayerOf<'fill'>['paint']): LayerSpecification {
  return { ...toBase(part, selector), type: 'fill', paint }
}

export function lineLayer(
  { cap = 'round', ...part }: Part & { cap?: 'round' | 'butt' },
  selector: Selector,
  paint: LayerOf<'line'>['paint'],
): LayerSpecification {
  return { ...toBase(part, selector), type: 'line', layout: { 'line-join': 'round', 'line-cap': cap }, paint }
}

export function symbolLayer(
  part: Part,
  selector: Selector,
  { layout, paint }: Pick<LayerOf<'symbol'>, 'layout' | 'paint'>,
): LayerSpecification {
  return { ...toBase(part, selector), type: 'symbol', layout, paint }
}
