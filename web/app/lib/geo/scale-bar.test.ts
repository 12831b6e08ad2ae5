import { expect, test } from 'vitest'
import { metersPerPixel, scaleBar } from './scale-bar.ts'

test('knows the resolution of a web map', () => {
  expect(metersPerPixel(0, 0)).toBeCloseTo(78_271.5, 1)
  expect(metersPerPixel(60, 1)).toBeCloseTo(19_567.9, 1)
})

test('takes the longest round step that fits', () => {
  for (let zoom = 0; zoom <= 20; zoom += 0.37) {
    const bar = scaleBar(45, zoom)
    expect(bar.widthPx).toBeLessThanOrEqual(130)
    expect(bar.widthPx).toBeGreaterThan(130 / 2.6)
    expect(String(bar.meters)).toMatch(/^[125]0*$/)
  }
})

test('writes metres, then kilometres', () => {
  expect(scaleBar(45, 15).label).toBe('200 m')
  expect(scaleBar(45, 5).label).toBe('200 km')
  expect(scaleBar(0, 0).label).toBe('10,000 km')
})
