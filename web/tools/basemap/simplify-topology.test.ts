import type { LineString, Polygon } from 'geojson'
import { feature } from 'topojson-client'
import type { Topology } from 'topojson-specification'
import { expect, test } from 'vitest'
import { createSimplifier } from './simplify-topology.ts'

/** A large island with a bay that the tolerance removes, and a square island smaller than the tolerance. */
const topology = {
  type: 'Topology',
  arcs: [
    [
      [0, 0],
      [0, 20],
      [10, 20.5],
      [20, 20],
      [20, 0],
      [0, 0],
    ],
    [
      [40, 0],
      [40, 1],
      [41, 1],
      [41, 0],
      [40, 0],
    ],
  ],
  objects: {
    land: { type: 'Polygon', arcs: [[0]] },
    coast: { type: 'LineString', arcs: [0] },
    islet: { type: 'Polygon', arcs: [[1]] },
  },
} satisfies Topology

const simplify = createSimplifier(topology)
const degrees = (count: number) => count / 360

test('removes points within the tolerance and keeps those beyond it', () => {
  const { geometry } = feature(simplify(degrees(2), 0.3), topology.objects.land)
  expect((geometry as Polygon).coordinates[0]).toEqual([
    [0, 0],
    [0, 20],
    [20, 20],
    [20, 0],
    [0, 0],
  ])
  expect(simplify(degrees(0.1), 0.3).arcs[0]).toHaveLength(6)
})

test('simplifies land and its coast alike', () => {
  const world = simplify(degrees(2), 0.3)
  const land = feature(world, topology.objects.land).geometry as Polygon
  const coast = feature(world, topology.objects.coast).geometry as LineString
  expect(coast.coordinates).toEqual(land.coordinates[0])
})

test('keeps the shape of an island smaller than the tolerance', () => {
  const { geometry } = feature(simplify(degrees(5), 0.3), topology.objects.islet)
  expect((geometry as Polygon).coordinates[0]).toHaveLength(5)
})

test('reads the steps of a quantized topology', () => {
  const quantized = {
    type: 'Topology' as const,
    transform: { scale: [2, 2] as [number, number], translate: [-10, 5] as [number, number] },
    arcs: [
      [
        [0, 0],
        [3, 0],
        [0, 4],
      ],
    ],
    objects: {},
  }
  expect(createSimplifier(quantized)(0, 1).arcs).toEqual([
    [
      [-10, 5],
      [-4, 5],
      [-4, 13],
    ],
  ])
})
