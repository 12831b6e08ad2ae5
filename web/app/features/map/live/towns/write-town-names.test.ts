import type { Map as MapLibreMap } from 'maplibre-gl'
import { expect, test, vi } from 'vitest'
import type { Box } from '../../density/label-towns.ts'
import { listEdgesAndPanels } from './frame-boxes.ts'
import { reserveSpace } from './write-town-names.ts'

const FRAME = { left: 100, top: 50, right: 500, bottom: 350, width: 400, height: 300 }
const SCALE = { left: 110, top: 300, right: 210, bottom: 330 }

/** Returns a map whose degrees are its pixels, with a panel over it, and the reserved squares after a call. */
function createMap() {
  const setData = vi.fn()
  const container = {
    getBoundingClientRect: () => FRAME,
    parentElement: { querySelectorAll: () => [{ getBoundingClientRect: () => SCALE }] },
  }
  const map = {
    getContainer: () => container,
    unproject: (point: [number, number]) => ({ toArray: () => point }),
    getSource: () => ({ setData }),
  } as unknown as MapLibreMap
  const listSquares = (): Box[] =>
    setData.mock.lastCall?.[0].features.map((feature: GeoJSON.Feature<GeoJSON.Point, { radius: number }>) => {
      const [[x = 0, y = 0], { radius }] = [feature.geometry.coordinates, feature.properties]
      return { left: x - radius, top: y - radius, right: x + radius, bottom: y + radius }
    })
  return { map, listSquares }
}

test('reserves the edges of a map and the whole of its panels, in the pixels of the map', () => {
  const { map, listSquares } = createMap()
  reserveSpace(map, [], listEdgesAndPanels(map))
  const covers = (x: number, y: number) =>
    listSquares().some(({ left, top, right, bottom }) => x >= left && x <= right && y >= top && y <= bottom)
  for (let x = 1; x < 400; x += 7) for (const y of [1, 299]) expect([x, y, covers(x, y)]).toEqual([x, y, true])
  for (let y = 1; y < 300; y += 7) for (const x of [1, 399]) expect([x, y, covers(x, y)]).toEqual([x, y, true])
  for (const x of [11, 60, 109]) expect(covers(x, 265)).toBe(true)
  for (const [x, y] of [
    [200, 150],
    [20, 240],
    [130, 265],
    [200, 8],
  ] as const)
    expect(covers(x, y)).toBe(false)
})
