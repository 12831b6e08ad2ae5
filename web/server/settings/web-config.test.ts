import { expect, test } from 'vitest'
import { findHostedProject, readGeocoder, readPlace } from './web-config.ts'

const site = 'https://example.org/spots'

test("reads the base from the site's URL, and the asset origin and folder from two settings (runtime 7.4)", () => {
  expect(readPlace({}, 'https://example.org').config).toEqual({ baseUrl: '/', cdnUrl: '', assetsDirectory: 'assets/' })
  expect(readPlace({ CDN_URL: 'https://cdn.example/x', ASSETS_DIR: '/_build/' }, site).config).toEqual({
    baseUrl: '/spots/',
    cdnUrl: 'https://cdn.example/x/',
    assetsDirectory: '_build/',
  })
  expect(readPlace({ CDN_URL: '', ASSETS_DIR: '' }, site).config.cdnUrl).toBe('')
})

test('rejects an invalid location with an error that names the setting (runtime 7.4)', () => {
  for (const [name, value] of [
    ['CDN_URL', 'cdn'],
    ['CDN_URL', 'javascript:alert(1)'],
    ['ASSETS_DIR', '../etc'],
    ['ASSETS_DIR', '/explore/'],
    ['ASSETS_DIR', '/rest/v1'],
    ['ASSETS_DIR', 'feeds'],
    ['ASSETS_DIR', '/embed/'],
    ['ASSETS_DIR', 'https://cdn.example/x'],
    ['CONTENT_ORIGINS', 'https://a.example, b'],
    ['PAGE_VIEW_COLLECTOR_URL', 'collector'],
    ['MAP_STYLE_URL', 'style.json'],
    ['MAP_STYLE_URL', 'ftp://tiles.example/style.json'],
  ] as const) {
    expect(() => readPlace({ [name]: value }, site), value).toThrow(
      new RegExp(`^Invalid settings:\\n  ${name}\\S*: .+$`),
    )
  }
})

test('names the keys that a hosted project needs, also when they are empty', () => {
  const url = 'https://project.supabase.co'
  for (const SUPABASE_SECRET_KEY of [undefined, ''])
    expect(() =>
      findHostedProject({ SUPABASE_URL: url, SUPABASE_PUBLISHABLE_KEY: 'key', SUPABASE_SECRET_KEY }),
    ).toThrow('SUPABASE_SECRET_KEY: is needed beside SUPABASE_URL')
})

test('rejects an invalid geocoder in words for the operator', () => {
  const url = 'https://photon.example.org/api'
  for (const GEOCODER_PER_SECOND of ['0', '101', 'often'])
    expect(() => readGeocoder({ GEOCODER_URL: url, GEOCODER_PER_SECOND })).toThrow(
      'GEOCODER_PER_SECOND: must be a number from 0.1 to 100',
    )
  expect(() => readGeocoder({ GEOCODER_URL: 'photon' })).toThrow('GEOCODER_URL: must be a URL such as')
})

test('parses further origins as a list', () => {
  expect(readPlace({ CONTENT_ORIGINS: 'https://a.example , https://b.example,' }, site).contentOrigins).toEqual([
    'https://a.example',
    'https://b.example',
  ])
})
