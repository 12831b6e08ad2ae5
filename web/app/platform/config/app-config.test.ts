import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  assetUrl,
  DEFAULT_APP_CONFIG,
  ownAssetUrl,
  publicFileUrl,
  toBaseUrl,
  toConfigAttributes,
  withBase,
  withoutBase,
} from './app-config.ts'

const below = { baseUrl: '/spots/', cdnUrl: 'https://cdn.example/h/', assetsDirectory: '_build/' }

test('derives the base from the path of the public URL (runtime 7.4)', () => {
  expect(toBaseUrl('https://example.org')).toBe('/')
  expect(toBaseUrl('https://example.org/')).toBe('/')
  expect(toBaseUrl('https://example.org/spots')).toBe('/spots/')
  expect(toBaseUrl('https://example.org/a/b/')).toBe('/a/b/')
})

test('adds the base to paths and removes it again (runtime 7.4)', () => {
  expect(withBase('/explore?q=x', below)).toBe('/spots/explore?q=x')
  expect(withBase('/', below)).toBe('/spots/')
  expect(withoutBase('/spots/explore', below)).toBe('/explore')
  expect(withoutBase('/spots/', below)).toBe('/')
  fc.assert(
    fc.property(fc.webPath(), (path) => {
      const inside = `/${path.replace(/^\/+/, '')}`
      expect(withoutBase(withBase(inside, below), below)).toBe(inside)
      expect(withoutBase(withBase(inside, DEFAULT_APP_CONFIG), DEFAULT_APP_CONFIG)).toBe(inside)
    }),
  )
})

test('leaves a path outside the base unchanged (runtime 7.4)', () => {
  for (const path of ['/spots', '/spotsx/about', '/about', '/SPOTS/about', ''])
    expect(withoutBase(path, below)).toBe(path)
})

test('serves build files from the CDN origin, otherwise from below the base (runtime 7.4)', () => {
  expect(assetUrl('x.js', below)).toBe('https://cdn.example/h/_build/x.js')
  expect(assetUrl('x.js', { ...below, cdnUrl: '' })).toBe('/spots/_build/x.js')
  expect(assetUrl('x.js', DEFAULT_APP_CONFIG)).toBe('/assets/x.js')
  expect(publicFileUrl('/basemap/1.pbf', below)).toBe('https://cdn.example/h/basemap/1.pbf')
  expect(publicFileUrl('basemap/1.pbf', DEFAULT_APP_CONFIG)).toBe('/basemap/1.pbf')
})

test('starts workers from the site itself, whatever origin serves the files (runtime 7.4)', () => {
  expect(ownAssetUrl('https://cdn.example/h/_build/worker-1.mjs', below)).toBe('/spots/_build/worker-1.mjs')
  expect(ownAssetUrl('https://own.example/assets/worker-1.mjs', DEFAULT_APP_CONFIG)).toBe(
    'https://own.example/assets/worker-1.mjs',
  )
})

test('writes configuration attributes only where they differ from the defaults (runtime 7.4)', () => {
  expect(Object.values(toConfigAttributes(DEFAULT_APP_CONFIG)).filter(Boolean)).toEqual([])
  expect(toConfigAttributes(below)).toEqual({
    'data-base': '/spots/',
    'data-cdn': 'https://cdn.example/h/',
    'data-assets': '_build/',
  })
})
