import { expect, test } from 'vitest'
import { chooseScale } from './scale-length.ts'

test('chooses the longest step of 1, 2 or 5 under 130 px', () => {
  for (let zoom = 0; zoom <= 19; zoom += 0.25) {
    const { meters, widthPx } = chooseScale(zoom, 45)
    expect(widthPx).toBeLessThan(130)
    expect(widthPx).toBeGreaterThan(50)
    expect([1, 2, 5]).toContain(Number(String(meters)[0]))
  }
})

test('labels long bars in kilometres', () => {
  expect(chooseScale(4.05, 48.6).label).toBe('200 km')
  expect(chooseScale(2, 0).label).toBe('2,000 km')
  expect(chooseScale(14, 45).label).toBe('200 m')
  expect([16, 17, 18, 19].map((zoom) => chooseScale(zoom, 45).label)).toEqual(['100 m', '50 m', '20 m', '10 m'])
})
