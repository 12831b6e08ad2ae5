import { expect, test } from 'vitest'
import { BAND_PX, drawNeatline, findLabelBoxes, formatReading } from './neatline-drawing.ts'

const home = { center: { lng: 7.6, lat: 48.6 }, zoom: 4.05, width: 800, height: 664 }

test('draws blocks of 35 to 120 px at every zoom', () => {
  for (let zoom = 0.5; zoom <= 19; zoom += 0.1) {
    const view = { ...home, zoom, center: { lng: 7.6, lat: 0 } }
    const full = drawNeatline(view).blocks.filter(
      ({ y, x, width }) => y === 1 && x > BAND_PX && x + width < 800 - BAND_PX,
    )
    for (const { width } of full) {
      expect(width).toBeGreaterThan(35)
      expect(width).toBeLessThan(120)
    }
  }
})

test('labels every fourth degree on the static map of the home page', () => {
  const { stepDegrees, labels } = drawNeatline(home)
  expect(stepDegrees).toBe(2)
  expect(labels.filter(({ edge }) => edge === 'top').map(({ text }) => text)).toEqual([
    '4°W',
    '0°',
    '4°E',
    '8°E',
    '12°E',
    '16°E',
    '20°E',
  ])
  expect(labels.filter(({ edge }) => edge === 'left').map(({ text }) => text)).toContain('48°N')
})

test('keeps all blocks inside the frame', () => {
  for (const { x, y, width, height } of drawNeatline(home).blocks) {
    expect(Math.min(x, y, width, height)).toBeGreaterThan(0)
    expect(x + width).toBeLessThanOrEqual(800)
    expect(y + height).toBeLessThanOrEqual(664)
  }
})

test('moves the blocks with the map', () => {
  const degreesPerPixel = 360 / (512 * 2 ** home.zoom)
  const moved = { ...home, center: { lng: home.center.lng + degreesPerPixel, lat: home.center.lat } }
  const inner = (view: typeof home) => drawNeatline(view).blocks.filter(({ y, x }) => y === 1 && x > 20 && x < 700)
  expect(inner(moved).map(({ x }) => Math.round(x + 1))).toEqual(inner(home).map(({ x }) => Math.round(x)))
})

test('has no labels on small static maps', () => {
  expect(drawNeatline({ ...home, width: 328, height: 300 }).labels).toEqual([])
  expect(drawNeatline(home, { labels: false }).labels).toEqual([])
})

test('labels the longitude of the other side beyond the antimeridian', () => {
  const texts = drawNeatline({ ...home, center: { lng: 180, lat: 0 } }).labels.map(({ text }) => text)
  expect(texts).toContain('180°W')
  expect(texts).toContain('176°W')
  expect(texts).toContain('176°E')
})

test('draws no label finer than the step', () => {
  expect(formatReading(7.5, 0.5, ['E', 'W'])).toBe('7°30′')
  expect(formatReading(-3, 1, ['E', 'W'])).toBe('3°W')
  expect(formatReading(0, 1, ['N', 'S'])).toBe('0°')
  expect(formatReading(45.0583333, 1 / 120, ['N', 'S'])).toBe('45°03′30″')
  expect(formatReading(6.99999999, 1 / 60, ['E', 'W'])).toBe('7°00′')
})

test('returns the boxes of its labels, centred on the ticks of the top edge and beginning at the left edge', () => {
  const [top, left] = findLabelBoxes([
    { edge: 'top', x: 100, y: 19, text: '12°E' },
    { edge: 'left', x: 11, y: 60, text: '48°N' },
  ])
  expect(top).toMatchObject({ top: 9, bottom: 21 })
  expect((top?.left ?? 0) + (top?.right ?? 0)).toBeCloseTo(200)
  expect(left?.left).toBe(9)
})
