import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CategoryId, categoryIds } from '#app/features/categories/categories.ts'
import { cover } from './cover.ts'
import { type CoverFormat, coverFormats } from './formats.ts'
import { memberCover } from './member-cover.ts'

const place = { lng: 7.6969, lat: 45.0678, title: 'Fetta di Polenta' }
const formats = Object.keys(coverFormats) as CoverFormat[]
const subjects = fc.record({
  category: fc.constantFrom<CategoryId>(...categoryIds),
  lng: fc.oneof(fc.double({ min: -180, max: 180, noNaN: true }), fc.constantFrom(-180, 0, 180)),
  lat: fc.oneof(fc.double({ min: -90, max: 90, noNaN: true }), fc.constantFrom(-90, 0, 90)),
  title: fc.string({ unit: 'binary', maxLength: 120 }),
  format: fc.constantFrom<CoverFormat>(...formats),
  theme: fc.constantFrom('day' as const, 'night' as const),
})

for (const category of categoryIds) {
  test(`draws ${category} as its golden file`, async () => {
    const svg = cover({ ...place, category, format: 'thumb', theme: 'day' })
    await expect(svg.replaceAll('><', '>\n<')).toMatchFileSnapshot(`./goldens/${category}.golden.svg`)
  })
}

test('draws only finite numbers for any input', () => {
  fc.assert(
    fc.property(subjects, (subject) => {
      expect(cover(subject)).not.toMatch(/NaN|Infinity|undefined|null/)
    }),
    { numRuns: 1000 },
  )
}, 120_000)

test('contains no script, external resource, id or text', () => {
  fc.assert(
    fc.property(subjects, (subject) => {
      const svg = cover({ ...subject, format: 'thumb', title: `${subject.title}"><script>alert(1)</script>` })
      const names = new Set([...svg.matchAll(/<([a-z]+)/g)].map(([, name]) => name))
      expect(['g', 'path', 'svg']).toEqual(expect.arrayContaining([...names]))
      expect(svg).not.toMatch(/\sid=|href|url\(|style=|<text|on[a-z]+=/)
    }),
    { numRuns: 200 },
  )
})

test('reveals no more of a blurred spot than its public point', () => {
  const public3 = cover({ ...place, category: 'cave', lng: 7.6969, format: 'card', theme: 'day' })
  expect(cover({ ...place, category: 'cave', lng: 7.69688, format: 'card', theme: 'day' })).toBe(public3)
})

test('ignores case and Unicode form of the title', () => {
  const draw = (title: string) => cover({ ...place, title, category: 'art', format: 'card', theme: 'day' })
  expect(draw(' CAFÉ ')).toBe(draw('cafe\u0301'))
  expect(draw('Café')).not.toBe(draw('Cafe'))
})

test('keeps the "here" mark three radii away from the edges', () => {
  fc.assert(
    fc.property(subjects, (subject) => {
      const { width, height } = coverFormats[subject.format]
      const disc = /M([-\d.]+) ([-\d.]+)a([\d.]+) [^"]*" fill="[^"]+" opacity="\.82"/.exec(cover(subject))
      const [left, y, radius] = (disc ?? []).slice(1).map(Number)
      const x = (left ?? 0) + (radius ?? 0)
      const margin = ((radius ?? 0) / 1.9) * 3 - 0.3
      expect(x).toBeGreaterThanOrEqual(margin)
      expect(x).toBeLessThanOrEqual(width - margin)
      expect(y).toBeGreaterThanOrEqual(margin)
      expect(y).toBeLessThanOrEqual(height - margin)
    }),
    { numRuns: 200 },
  )
})

test('draws each member differently, from the id alone', () => {
  const ids = Array.from(
    { length: 40 },
    (_, index) => `7d7f0d6e-0000-4000-8000-0000000000${String(index).padStart(2, '0')}`,
  )
  expect(new Set(ids.map((id) => memberCover(id, 'day'))).size).toBeGreaterThan(30)
  expect(memberCover('a', 'night')).toBe(memberCover('a', 'night'))
})
