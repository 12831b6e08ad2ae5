import type { Feature, Point, Polygon, Position } from 'geojson'
import type { Country } from './world-shapes.ts'

/** Names that replace those of Natural Earth, which shortens or dates some. */
const NAMES: Record<string, string> = {
  'Bosnia and Herz.': 'Bosnia and Herzegovina',
  'Central African Rep.': 'Central African Republic',
  'Dem. Rep. Congo': 'DR Congo',
  'Dominican Rep.': 'Dominican Republic',
  'Eq. Guinea': 'Equatorial Guinea',
  eSwatini: 'Eswatini',
  Macedonia: 'North Macedonia',
  'N. Cyprus': 'Northern Cyprus',
  'S. Sudan': 'South Sudan',
  'Solomon Is.': 'Solomon Islands',
  Turkey: 'Türkiye',
  'United States of America': 'United States',
  'W. Sahara': 'Western Sahara',
}
/** Strips of land without a label on a world map. */
const UNNAMED = new Set([
  'Cyprus U.N. Buffer Zone',
  'Siachen Glacier',
  'Baikonur',
  'Dhekelia',
  'Akrotiri',
  'USNB Guantanamo Bay',
])
const GRID = 20
const LETTER_PX = 9
const WORLD_PX_AT_ZOOM_0 = 512

/**
 * Labels of countries, each at a point well inside the largest polygon. `z` is the zoom from which the label is about
 * as wide as the country.
 */
export function labelCountries(countries: Country[]): Feature<Point, { name: string; z: number }>[] {
  return countries.flatMap(({ name, polygons }) => {
    const largest = polygons.toSorted((a, b) => measureBox(b).area - measureBox(a).area)[0]
    if (!largest || UNNAMED.has(name)) return []
    const { point, roomDegrees } = findRoom(largest)
    const label = NAMES[name] ?? name
    const needed = (label.length * LETTER_PX * 360) / (WORLD_PX_AT_ZOOM_0 * 3.4 * roomDegrees)
    const z = Math.round(Math.min(7, Math.max(1.5, Math.log2(needed))) * 10) / 10
    return [{ type: 'Feature', properties: { name: label, z }, geometry: { type: 'Point', coordinates: point } }]
  })
}

/** Returns the grid point farthest from the outline, with that distance in degrees of longitude at its latitude. */
function findRoom(polygon: Polygon): { point: Position; roomDegrees: number } {
  const ring = polygon.coordinates[0] ?? []
  const { west, south, east, north } = measureBox(polygon)
  let best = { point: [(west + east) / 2, (south + north) / 2], roomDegrees: 0.01 }
  for (let row = 1; row < GRID; row++) {
    for (let column = 1; column < GRID; column++) {
      const point = [west + ((east - west) * column) / GRID, south + ((north - south) * row) / GRID]
      const roomDegrees = measureRoom(ring, point)
      if (roomDegrees > best.roomDegrees) best = { point, roomDegrees }
    }
  }
  return best
}

/**
 * Returns the distance to the nearest vertex of the outline, negative outside. Vertices are close together, so edges
 * are not needed.
 */
function measureRoom(ring: Position[], [x = 0, y = 0]: Position): number {
  const stretch = 1 / Math.cos((y * Math.PI) / 180)
  let inside = false
  let nearest = Number.POSITIVE_INFINITY
  ring.forEach(([ax = 0, ay = 0], index) => {
    const [bx = 0, by = 0] = ring[(index || ring.length) - 1] ?? []
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside
    nearest = Math.min(nearest, Math.hypot(ax - x, (ay - y) * stretch))
  })
  return inside ? nearest : -nearest
}

function measureBox({ coordinates }: Polygon) {
  const ring = coordinates[0] ?? []
  const longitudes = ring.map(([longitude = 0]) => longitude)
  const latitudes = ring.map(([, latitude = 0]) => latitude)
  const [west, east] = [Math.min(...longitudes), Math.max(...longitudes)]
  const [south, north] = [Math.min(...latitudes), Math.max(...latitudes)]
  const area = (east - west) * (north - south) * Math.cos((((south + north) / 2) * Math.PI) / 180)
  return { west, east, south, north, area }
}
