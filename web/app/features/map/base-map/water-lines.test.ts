import { expect, test } from 'vitest'
import { listWaterLines } from './water-lines.ts'

test('draws each outer pair of lines wider than the next inner one', () => {
  for (const zoom of [0, 2, 4.4, 8, 15]) {
    const lines = listWaterLines(zoom)
    expect(lines.map(({ ring }) => ring)).toEqual([3, 2, 1, 0])
    lines.forEach(({ inkWidth, waterWidth }, index) => {
      expect(inkWidth - waterWidth).toBeCloseTo(1.8)
      const inner = lines[index + 1]
      if (inner) expect(inner.inkWidth).toBeLessThan(inkWidth)
    })
  }
})

test('places the lines at the distances of the design', () => {
  expect(listWaterLines(8).map(({ inkWidth, waterWidth }) => (inkWidth + waterWidth) / 4)).toEqual(
    [17, 11, 6.5, 3].map((distance) => expect.closeTo(distance * 1.4, 1)),
  )
})
