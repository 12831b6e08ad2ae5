import { existsSync, readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { groupIds } from '#app/features/categories/categories.ts'
import { labelTowns, measureGap } from '#app/features/map/density/label-towns.ts'
import { moveMarksOffNames } from '#app/features/map/density/move-marks.ts'
import { createProjection, type MapView } from '#app/features/map/map-view.ts'
import { dotRadius, markRadius } from '#app/features/map/marks/mark-size.ts'
import type { MarkedSpot, SpotCluster } from '../explore-view.ts'
import { countGroups, type MapItem, type PlacedMark, placeItems } from './place-items.ts'
import { reuseMarkIds } from './reuse-mark-ids.ts'

const DESKTOP = { width: 992, height: 772 }
const PHONE = { width: 390, height: 470 }
const CELL_PX = 16

const spot = (id: string, lng: number, lat = 0): MarkedSpot => ({
  n: 1,
  id,
  slug: id,
  title: id,
  category: 'castle',
  lng,
  lat,
})
const cluster = (n: number, lng: number): SpotCluster => ({
  n,
  lng,
  lat: 0,
  groups: { relief: n, water: 0, green: 0, past: 0, culture: 0, table: 0, way: 0 },
})
const viewAt = (zoom: number, size = DESKTOP): MapView => ({ center: { lng: 0, lat: 0 }, zoom, ...size })

test('keeps distant spots separate', () => {
  const marks = placeItems([spot('a', 90), spot('b', -90)], viewAt(3))
  expect(marks.map(({ id }) => id).toSorted()).toEqual(['spot:a', 'spot:b'])
})

test('merges close items into one mark at their centre', () => {
  const [joined, ...rest] = placeItems([spot('a', 0.1), cluster(9, 0)], viewAt(3))
  expect(rest).toEqual([])
  expect(joined).toMatchObject({ n: 10, groups: { relief: 9, past: 1 } })
  expect(joined?.lng).toBeCloseTo(0.01)
})

test('does not depend on the order of the spots or on the middle of the view', () => {
  const items = Array.from({ length: 200 }, (_, index) => spot(`s${index}`, (index * 7919) % 61, (index * 104729) % 37))
  const places = (marks: PlacedMark[]) => marks.map(({ lng, lat, n }) => [lng.toFixed(6), lat.toFixed(6), n])
  const marks = places(placeItems(items, viewAt(4)))
  expect(places(placeItems(items.toReversed(), viewAt(4)))).toEqual(marks)
  expect(places(placeItems(items, { ...viewAt(4), center: { lng: 20, lat: 10 } }))).toEqual(marks)
})

test('counts a single spot in its own group', () => {
  const counts = countGroups([spot('a', 0)])
  expect(groupIds.filter((id) => counts[id] > 0)).toEqual(['past'])
})

test('keeps the id of a mark that keeps most of its spots', () => {
  const near = [cluster(5, 0), cluster(4, 0.2), cluster(2, 3)]
  const before = placeItems(near, viewAt(3))
  expect(before).toHaveLength(1)
  const after = reuseMarkIds(placeItems(near, viewAt(6)), before)
  expect(after.find(({ n }) => n === 9)?.id).toBe(before[0]?.id)
  expect(new Set(after.map(({ id }) => id)).size).toBe(after.length)
})

const REAL_PLACES = '../shared/data/places-real.ndjson.gz'
const REAL_CITIES = '../shared/data/cities/cities.ndjson.gz'

/** Views over the real places, from continents to streets. */
const VIEWS = [
  { center: { lng: 10, lat: 48 }, zoom: 2 },
  { center: { lng: 9, lat: 49 }, zoom: 4 },
  { center: { lng: 10.5, lat: 45 }, zoom: 6 },
  { center: { lng: 7.7, lat: 45.1 }, zoom: 8 },
  { center: { lng: 7.69, lat: 45.07 }, zoom: 11 },
  { center: { lng: -77.03, lat: 38.9 }, zoom: 13 },
  { center: { lng: 7.424, lat: 43.738 }, zoom: 15 },
  { center: { lng: -77.03, lat: 38.9 }, zoom: 17 },
]

test.skipIf(!existsSync(REAL_PLACES))('draws few, well-separated marks for real places', () => {
  const places = readPoints(REAL_PLACES)
  for (const { size, max } of [
    { size: DESKTOP, max: 40 },
    { size: PHONE, max: 16 },
  ]) {
    for (const at of VIEWS) {
      const view = { ...at, ...size }
      const items = countByCell(places, view)
      const marks = placeItems(items, view)
      const drawn = toPixels(marks, view)
      const ringsAndIcons = drawn.filter(({ isDot }) => !isDot)
      const name = `${size.width} px, zoom ${at.zoom}`
      expect(sum(marks), name).toBe(sum(items))
      expect(ringsAndIcons.length, name).toBeLessThanOrEqual(max)
      expect(countPairs(ringsAndIcons, 44), name).toBe(0)
      expect(countRows(ringsAndIcons), name).toBeLessThan(ringsAndIcons.length / 3)
      const names = labelTowns(listTowns(view), drawn, { left: 0, top: 0, right: size.width, bottom: size.height })
      const moved = moveMarksOffNames(drawn, names).map((position, place) => ({ ...drawn[place], ...position }))
      if (at.zoom > 12 || names.length === 0) continue
      const covered = names.filter(({ box, mark }) =>
        moved.some(
          ({ isDot, radius = 0, ...centre }, place) => !isDot && place !== mark && measureGap(centre, box) < radius - 2,
        ),
      )
      expect(covered.length, `${name}: names under marks`).toBeLessThanOrEqual(1)
      const steps = moved.map(({ x, y }, place) => Math.hypot(x - (drawn[place]?.x ?? 0), y - (drawn[place]?.y ?? 0)))
      expect(Math.max(...steps), name).toBeLessThan(40)
    }
  }
})

function readPoints(file: string): { lng: number; lat: number }[] {
  const lines = gunzipSync(readFileSync(file)).toString().trim().split('\n')
  return lines.map((line) => {
    const [lng = 0, lat = 0] = JSON.parse(line).geometry.coordinates
    return { lng, lat }
  })
}

/** Counts the places of a view by cells, as the server does. */
function countByCell(places: { lng: number; lat: number }[], view: MapView): MapItem[] {
  const { project } = createProjection(view)
  const inside = places
    .map((place) => ({ ...place, at: project(place) }))
    .filter(({ at: [x, y] }) => x >= 0 && y >= 0 && x <= view.width && y <= view.height)
  const cells = Map.groupBy(inside, ({ at: [x, y] }) => `${Math.floor(x / CELL_PX)} ${Math.floor(y / CELL_PX)}`)
  return [...cells.values()].map((cell): MapItem => {
    const mean = (of: (place: { lng: number; lat: number }) => number) =>
      cell.reduce((total, place) => total + of(place), 0) / cell.length
    return {
      ...cluster(
        cell.length,
        mean(({ lng }) => lng),
      ),
      lat: mean(({ lat }) => lat),
    }
  })
}

function toPixels(marks: PlacedMark[], view: MapView) {
  const { project } = createProjection(view)
  return marks.map((mark) => {
    const [x, y] = project(mark)
    return { x, y, isDot: mark.isDot, radius: mark.isDot ? dotRadius(mark.n) : markRadius(mark.n) }
  })
}

/** The twelve largest cities of a view. */
function listTowns(view: MapView) {
  if (!existsSync(REAL_CITIES)) return []
  const { project } = createProjection(view)
  cities ??= gunzipSync(readFileSync(REAL_CITIES))
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  return cities
    .map((city) => ({ city, at: project({ lng: city.lon, lat: city.lat }) }))
    .filter(({ at: [x, y] }) => x > 40 && y > 30 && x < view.width - 40 && y < view.height - 30)
    .toSorted((a, b) => b.city.population - a.city.population)
    .slice(0, view.width > 500 ? 12 : 5)
    .map(({ city, at: [x, y] }) => ({ x, y, width: city.name.length * 7.5, height: 17 }))
}

let cities: { name: string; lon: number; lat: number; population: number }[] | undefined

function countPairs(marks: { x: number; y: number }[], px: number): number {
  return marks.flatMap((a, index) => marks.slice(index + 1).filter((b) => Math.hypot(a.x - b.x, a.y - b.y) < px)).length
}

/** Counts marks at nearly the same height as at least two others. In a lattice, these are all marks. */
function countRows(marks: { x: number; y: number }[]): number {
  return marks.filter((mark) => marks.filter((other) => Math.abs(other.y - mark.y) < 1.5).length > 2).length
}

function sum(items: { n: number }[]): number {
  return items.reduce((total, { n }) => total + n, 0)
}

test('caches the marks of the same items in the same view', () => {
  const items = [spot('a', 0.1), cluster(9, 0)]
  expect(placeItems(items, viewAt(3))).toBe(placeItems(items, viewAt(3)))
  expect(placeItems(items, viewAt(4))).not.toBe(placeItems(items, viewAt(3)))
})
