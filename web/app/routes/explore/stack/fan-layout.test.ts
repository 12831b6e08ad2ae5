import { expect, test } from 'vitest'
import { layOutFan } from './fan-layout.ts'

test('places every icon on a target of 44 px, the first at the top', () => {
  for (let count = 2; count <= 12; count++) {
    const { icons, discRadius } = layOutFan(count)
    expect(icons).toHaveLength(count)
    expect(icons[0]?.x).toBe(0)
    expect(icons[0]?.y).toBeLessThanOrEqual(-48)
    icons.forEach((icon, index) => {
      const next = icons[(index + 1) % count] ?? icon
      expect(Math.hypot(icon.x - next.x, icon.y - next.y)).toBeGreaterThanOrEqual(44)
      expect(Math.hypot(icon.x, icon.y)).toBeLessThan(discRadius)
    })
  }
})

test('grows with the number of icons', () => {
  expect([3, 7, 12].map((count) => layOutFan(count).discRadius)).toEqual([72, 76, 111])
})
