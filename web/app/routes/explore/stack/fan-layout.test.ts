import { expect, test } from 'vitest'
import { layOutFan } from './fan-layout.ts'

test('places every icon on a target of 44 px, the first at the top', () => {
  for (let count = 2; count <= 12; count++) {
    const { signs, discRadius } = layOutFan(count)
    expect(signs).toHaveLength(count)
    expect(signs[0]?.x).toBe(0)
    expect(signs[0]?.y).toBeLessThanOrEqual(-48)
    signs.forEach((sign, index) => {
      const next = signs[(index + 1) % count] ?? sign
      expect(Math.hypot(sign.x - next.x, sign.y - next.y)).toBeGreaterThanOrEqual(44)
      expect(Math.hypot(sign.x, sign.y)).toBeLessThan(discRadius)
    })
  }
})

test('grows with the number of icons', () => {
  expect([3, 7, 12].map((count) => layOutFan(count).discRadius)).toEqual([72, 76, 111])
})
