import { expect, test } from 'vitest'
import { listPopulatedPlaces } from '../../backend/src/cities/sources.ts'
import { rateTowns, TOWNS_BY_CELL } from '../../web/app/features/imports/reading/populated-cells.ts'

test('counts the towns of the cities that the product ships', () => {
  const counts = new Map<string, number>()
  for (const { population, loc } of listPopulatedPlaces()) {
    const [lng, lat] = loc.coordinates
    const cell = `${Math.floor(lat / 5)} ${Math.floor(lng / 5)}`
    if (population >= 5000) counts.set(cell, (counts.get(cell) ?? 0) + 1)
  }
  for (const [row, cells] of TOWNS_BY_CELL.entries()) {
    for (const column of cells.split('').keys()) {
      const [south, west] = [row - 11, column - 36]
      const count = counts.get(`${south} ${west}`) ?? 0
      const expected = count === 0 ? -2 : Math.floor(Math.log2(count))
      expect(rateTowns(south * 5 + 1, west * 5 + 1), `${south * 5} ${west * 5}`).toBe(expected)
    }
  }
})
