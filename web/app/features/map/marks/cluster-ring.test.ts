import { expect, test } from 'vitest'
import { drawCluster, formatClusterCount } from './cluster-ring.ts'

test('draws discs in four sizes', () => {
  expect([25, 26, 101, 401].map((count) => drawCluster(count, []).radiusPx * 2)).toEqual([36, 42, 48, 54])
})

test('starts the ring at the top with the largest group and omits empty ones', () => {
  const { arcs } = drawCluster(10, [
    { group: 'water', count: 2 },
    { group: 'past', count: 8 },
    { group: 'way', count: 0 },
  ])
  expect(arcs.map(({ group }) => group)).toEqual(['past', 'water'])
  expect(arcs[0]?.path).toMatch(/ 0 1 1 /)
})

test('shortens large counts', () => {
  expect([1, 640, 999, 1204, 18_400, 999_600, 1_200_000].map(formatClusterCount)).toEqual([
    '1',
    '640',
    '999',
    '1.2k',
    '18k',
    '1.0M',
    '1.2M',
  ])
})
