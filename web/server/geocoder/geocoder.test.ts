import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createGeocoder } from './geocoder.ts'

const PHOTON = {
  type: 'FeatureCollection',
  features: [
    {
      type: 'Feature',
      geometry: { type: 'Point', coordinates: [11.2558, 43.7711] },
      properties: { street: 'Via Roma', housenumber: '12', city: 'Firenze', country: 'Italia', osm_id: 1 },
    },
    { type: 'Feature', geometry: { type: 'Point', coordinates: [] }, properties: { name: 'broken' } },
  ],
}
const PELIAS = {
  geocoding: { attribution: '<a href="https://example.org">© Pelias</a>' },
  features: [
    {
      geometry: { coordinates: [11.2558, 43.7711] },
      properties: { name: 'Via Roma 12', label: 'Via Roma 12, Firenze, Italia' },
    },
  ],
}
const NOMINATIM = [
  { lat: '43.7711', lon: '11.2558', display_name: '12, Via Roma, Firenze, Italia', licence: 'Data &copy; Mappers' },
  { lat: '95', lon: '11', display_name: 'nowhere' },
]

/** A provider on this machine that responds to every request in one of the three forms. */
async function startProvider(path: string, answer: unknown, options: { status?: number; perSecond?: number } = {}) {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    response.statusCode = options.status ?? 200
    response.end(typeof answer === 'string' ? answer : JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const warn = vi.fn()
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`
  const find = createGeocoder({ url, perSecond: options.perSecond ?? 100, siteUrl: 'https://spots.example.org', warn })
  const urls = () => requests.map((request) => new URL(request.url ?? '', url))
  return { find, requests, urls, warn }
}

const NEAR = { lng: 11.25, lat: 43.77 }

test.each([
  ['Photon', '/api', PHOTON, '© OpenStreetMap contributors', 'Via Roma 12', 'Firenze, Italia'],
  ['Pelias', '/v1/autocomplete?api_key=k', PELIAS, '© Pelias', 'Via Roma 12', 'Firenze, Italia'],
  ['Nominatim', '/search', NOMINATIM, 'Data © Mappers', '12, Via Roma', 'Firenze, Italia'],
])('reads the responses of %s', async (_name, path, answer, attribution, title, context) => {
  const { find } = await startProvider(path, answer)
  expect(await find('via roma 12', NEAR, 'it')).toEqual({
    attribution,
    places: [{ title, context, lng: 11.2558, lat: 43.7711 }],
  })
})

test('sends each provider its own parameters and identifies the site', async () => {
  const parametersOf = async (path: string, answer: unknown) => {
    const { find, urls, requests } = await startProvider(path, answer)
    await find('via roma', NEAR, 'de')
    expect(requests[0]?.headers['user-agent']).toBe('Hereabouts (https://spots.example.org)')
    expect(requests[0]?.headers['accept-language']).toBe('de')
    return Object.fromEntries(urls()[0]?.searchParams ?? [])
  }
  expect(await parametersOf('/api', PHOTON)).toEqual({
    q: 'via roma',
    limit: '6',
    lat: '43.77',
    lon: '11.25',
    lang: 'de',
  })
  expect(await parametersOf('/v1/search?api_key=k', PELIAS)).toMatchObject({
    text: 'via roma',
    api_key: 'k',
    'focus.point.lat': '43.77',
  })
  expect(await parametersOf('/search', NOMINATIM)).toMatchObject({
    q: 'via roma',
    format: 'jsonv2',
    viewbox: '10.8,44.3,11.8,43.3',
  })
})

test('sends one request for the same text', async () => {
  const { find, requests } = await startProvider('/api', PHOTON)
  await Promise.all([find('via roma', NEAR, 'it'), find('via roma', NEAR, 'it')])
  await find('via roma', { lng: 11.2501, lat: 43.7701 }, 'it')
  expect(requests).toHaveLength(1)
})

test('respects the rate limit of the provider and drops requests when too many wait', async () => {
  const { find, requests } = await startProvider('/search', NOMINATIM, { perSecond: 20 })
  const startedAt = Date.now()
  const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => find(`street ${n}`, undefined, undefined)))
  expect(requests).toHaveLength(5)
  expect(Date.now() - startedAt).toBeGreaterThanOrEqual(4 * 50 - 5)
  expect(answers.filter((answer) => answer === undefined)).toHaveLength(5)
})

test.each([
  ['an error', '/api', PHOTON, 500],
  ['no JSON', '/api', '<html>', 200],
  ['another form', '/api', { error: 'no' }, 200],
])('returns nothing after %s and queries the provider again', async (_what, path, answer, status) => {
  const { find, requests, warn } = await startProvider(path, answer, { status })
  expect(await find('via roma', NEAR, 'it')).toBeUndefined()
  expect(await find('via roma', NEAR, 'it')).toBeUndefined()
  expect(requests).toHaveLength(2)
  expect(warn).toHaveBeenCalledTimes(2)
})
