import { expect, test } from 'vitest'
import { listMapLinks } from './map-links.ts'

test('links every map to the same position', () => {
  for (const { url } of listMapLinks({ lng: 7.6969, lat: 45.0678, title: 'Fetta di Polenta' })) {
    expect(url).toContain('45.067800')
    expect(url).toContain('7.696900')
  }
})

test('encodes a hostile title', () => {
  for (const { url } of listMapLinks({ lng: 0, lat: 0, title: '"><script>&q=x)(' })) {
    expect(url).not.toMatch(/["<>]/)
    expect(new URL(url).searchParams.getAll('q').length).toBeLessThan(2)
    expect(url).not.toMatch(/\(.*\(|\).*\)/)
  }
})
