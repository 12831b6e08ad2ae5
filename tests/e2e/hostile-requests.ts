import { Agent, request } from 'node:http'
import fc from 'fast-check'

/** A request that no browser would send. */
export interface HostileRequest {
  method: string
  /** Path and query as sent, from the root of the site. */
  target: string
  headers?: Record<string, string>
  body?: string | Uint8Array
}

const NESTED = '['.repeat(50_000)
const FORM = 'application/x-www-form-urlencoded'
const MULTIPART = 'multipart/form-data; boundary=x'
const part = (disposition: string, text = 'x') =>
  `--x\r\ncontent-disposition: ${disposition}\r\n\r\n${text}\r\n--x--\r\n`

/** Values that parsers, the database or the file system may not expect. `%ED%A0%80` is an encoded lone surrogate. */
const VALUES = [
  '%00',
  'a%00b',
  '%ED%A0%80',
  '%FF%FE',
  '%',
  '%E2%80%AE%F0%9F%98%80',
  "'%22;--",
  '../../etc/passwd',
  '1e999',
  'x'.repeat(8000),
]

/** The query parameters that pages read, all set to the same value. */
const PARAMETERS = [
  ...['q', 'tag', 'kind', 'group', 'rating', 'photos', 'access', 'sort', 'lat', 'lng', 'z', 'view', 'near', 'cursor'],
  ...['link', 'do', 'step', 'then', 'code', 'error', 'error_code', 'section', 'authorization_id', 'id', 'p', '_routes'],
]

const BODIES: Pick<HostileRequest, 'headers' | 'body'>[] = [
  {},
  { headers: { 'content-type': 'application/json' }, body: '{"intent":"save"}' },
  { headers: { 'content-type': 'application/json' }, body: NESTED },
  { headers: { 'content-type': 'text/plain' }, body: 'intent=save' },
  { headers: { 'content-type': 'no/such; type=\u00e9' }, body: 'x' },
  { headers: { 'content-type': FORM }, body: '' },
  { headers: { 'content-type': FORM }, body: 'intent=%00&scope=%ED%A0%80&title=%FF&%=%' },
  { headers: { 'content-type': FORM }, body: `intent=${'[]=&'.repeat(20_000)}` },
  { headers: { 'content-type': 'multipart/form-data' }, body: part('form-data; name="intent"') },
  { headers: { 'content-type': MULTIPART }, body: '--x' },
  { headers: { 'content-type': MULTIPART }, body: 'neither a boundary nor a part' },
  { headers: { 'content-type': MULTIPART }, body: part('form-data; name="intent"', 'a\0b') },
  { headers: { 'content-type': MULTIPART }, body: part('form-data; name="photo"; filename="\0.jpg"', '\xff\xd8\xff') },
  { headers: { 'content-type': FORM, 'content-encoding': 'gzip' }, body: 'intent=save' },
  { headers: { 'content-type': FORM, 'content-length': '5000000' }, body: 'x'.repeat(5_000_000) },
]

const METHODS = ['HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'QUERY']

/** Headers that servers parse. */
const HEADERS: Record<string, string>[] = [
  { cookie: 'sb-localhost-auth-token=base64-%00; hereabouts-theme=\u00ff; a=%; =; ;;' },
  { cookie: `sb-localhost-auth-token=base64-${Buffer.from('{"access_token":"x"}').toString('base64url')}` },
  {
    'x-forwarded-for': '\u00e9, ::%eth0, 999.1.1.1',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'gopher',
  },
  {
    accept: '*/*;q=',
    'accept-encoding': 'br;q=x, gzip;;',
    'accept-language': '-',
    range: 'bytes=9-1,-',
    'if-none-match': '"',
  },
  { origin: 'null', referer: 'no url', 'content-type': '', 'x-link-secret': '\u00ff' },
]

/** The routes of the web server, with parameter values that match nothing. */
const PAGES = [
  ...[
    '/',
    '/about',
    '/explore',
    '/explore.data',
    '/spot/abc',
    '/spot/abc/edit',
    '/spot/abc/history',
    '/spot/abc/suggest',
    '/submit',
    '/submit/photos',
  ],
  ...['/spot/abc/suggestions', '/spot/abc/suggestions/1', '/spot/abc/merge'],
  ...[
    '/city/lisbon',
    '/post/x',
    '/post/x/edit',
    '/post/x/history',
    '/account',
    '/account/settings',
    '/account/settings/export.json',
    '/account/settings/export.zip',
    '/account/settings/import',
    '/account/settings/import?id=%00&pins=-1',
    '/account/settings/import.csv',
    '/account/settings/import.csv?id=nonsense',
    '/account/apps',
  ],
  ...['/account/lists', '/explore?list=%00', '/explore?list=nobody23&invite=%00&edit=1', '/spot/abc?save=1'],
  ...['/account/follow', '/account/follow?back=//evil.example', '/explore?by=nobody-here', '/explore?by=%00&tab=x'],
  ...['/account/moderation', '/account/moderation?item=%00', '/account/moderation/reports?item=9999999999999999999'],
  ...[
    '/account/moderation/suggestions',
    '/account/moderation/members?member=x&q=%00',
    '/account/moderation/log?month=x',
  ],
  ...['/account/moderation/reports', '/account/moderation/members', '/account/moderation/log'],
  ...['/account/moderation/log.csv', '/account/moderation/settings', '/account/moderation/webhooks'],
  ...[
    '/account/moderation/bundles',
    '/bundles/city/nowhere.ndjson',
    '/bundles/list/%00.ndjson',
    '/.well-known/hereabouts.json',
  ],
  ...['/auth/login', '/auth/login.data', '/auth/signup', '/oauth/consent', '/debug-seed', '/debug-seed/run', '/nope'],
  ...['/cover/x/wide/day.png', '/cover/x/phone/day.webp', '/photo/x/480.webp', '/spot/abc.gpx'],
  ...['/city/lisbon.kml', '/post/x.csv', '/explore.geojson', '/explore.kmz?list=%00', '/account.gpx'],
  ...[
    '/feeds/spots.atom',
    '/feeds/spots.json?list=%00',
    '/feeds/city/lisbon.atom',
    '/feeds/stories.json',
    '/sitemap.xml',
    '/explore/opensearch.json?q=%00',
  ],
  ...['/sitemaps/spots.xml', '/robots.txt', '/opensearch.xml', '/explore/opensearch.json', '/site.webmanifest'],
  ...['/embed/spot/x', '/embed/list/x', '/embed/city/x', '/embed/search?q=%00', '/embed/x/x', '/oembed'],
  ...['/openapi.json', '/oembed?url=%00', '/oembed?url=file:///etc/passwd&format=xml', '/oembed?url=x&format=x'],
  ...['/card/spot/x.png', '/card/x/x.png', '/category-icon/x.svg', '/photo/x/card.jpg', '/qr.svg'],
  ...[
    '/static-map/0,0,4/100x100/day.svg',
    '/basemap/streets/0/0/0/0.mvt',
    '/explore/view.json',
    '/explore/suggestions.json',
    '/submit/addresses.json',
    '/submit/addresses.json?q=%00',
    '/page-views',
    '/unsubscribe',
    '/unsubscribe?token=x.y.z',
  ],
  ...['/about/_payload.json', '/__manifest', '/assets/builds/latest.json', '/assets/nothing.js'],
]
/** Some routes of each service. The tests of the services cover all of them. */
const SERVICES = [
  ...['/auth/v1/token', '/auth/v1/user', '/auth/v1/otp', '/auth/v1/verify', '/auth/v1/authorize', '/auth/v1/nope'],
  ...['/rest/v1/', '/rest/v1/spots', '/rest/v1/rpc/explore_view', '/rest/v1/rpc/suggest', '/rest/v1/nope'],
  ...['/storage/v1/bucket', '/storage/v1/object/photos/x', '/storage/v1/object/sign/photos/x'],
  ...['/storage/v1/upload/resumable', '/storage/v1/render/image/public/photos/x', '/storage/v1/nope'],
  ...['/realtime/v1/api/broadcast', '/realtime/v1/api/broadcast/x/events/y', '/realtime/v1/websocket'],
  ...['/realtime/v1/nope', '/functions/v1/webhook', '/functions/v1/webhook/x', '/functions/v1/nope', '/functions/v1/'],
]
export const HOSTILE_PATHS = [...PAGES, ...SERVICES]

/** Generates the hostile requests of a run. The same seed yields the same requests. */
export function sampleHostileRequests(seed: number, count: number): HostileRequest[] {
  const written = HOSTILE_PATHS.flatMap(listHostileRequests)
  const half = Math.floor(count / 2)
  const [chosen = []] = fc.sample(fc.shuffledSubarray(written, { minLength: half, maxLength: half }), {
    seed,
    numRuns: 1,
  })
  return [...chosen, ...fc.sample(generatedRequest, { seed, numRuns: count - half })]
}

const text = fc.string({ unit: 'binary', maxLength: 60 })
/** Percent-encoded bytes, valid UTF-8 or not. */
const bytes = fc
  .uint8Array({ maxLength: 12 })
  .map((all) => [...all].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join(''))
const type = fc.constantFrom(
  FORM,
  MULTIPART,
  'application/json',
  'text/plain',
  'application/offset+octet-stream',
  '*/*',
  '',
)
const generatedRequest: fc.Arbitrary<HostileRequest> = fc
  .record({
    method: fc.constantFrom('GET', 'POST', 'POST', 'PUT', 'PATCH', 'DELETE'),
    path: fc.constantFrom(...HOSTILE_PATHS),
    suffix: fc.oneof(
      fc.constant(''),
      bytes.map((encoded) => `/${encoded}`),
    ),
    query: fc.dictionary(fc.constantFrom(...PARAMETERS, 'select', 'order', 'limit', 'or', 'grant_type'), bytes, {
      maxKeys: 4,
    }),
    type,
    body: fc.oneof(
      text,
      fc.json(),
      fc.json({ maxDepth: 12 }),
      fc.dictionary(text, text).map((it) => String(new URLSearchParams(it))),
    ),
  })
  .map(({ method, path, suffix, query, type: contentType, body }) => ({
    method,
    target: `${path}${suffix}?${Object.entries(query)
      .map(([name, value]) => `${name}=${value}`)
      .join('&')}`,
    headers: { origin: 'SITE', 'content-type': contentType },
    ...(method !== 'GET' && { body }),
  }))

/** Lists hostile requests for a path: odd queries, methods, headers and bodies. Bounded, about 60 per path. */
function listHostileRequests(path: string): HostileRequest[] {
  const origin = { origin: 'SITE' }
  const queries = VALUES.map((value) => {
    const wanted = value.length > 1000 ? PARAMETERS.slice(0, 2) : PARAMETERS
    return { method: 'GET', target: `${path}?${wanted.map((name) => `${name}=${value}`).join('&')}` }
  })
  return [
    ...queries,
    { method: 'GET', target: `${path}?${'a&'.repeat(10_000)}` },
    { method: 'GET', target: `${path}/${'%00'.repeat(3)}` },
    { method: 'GET', target: `${path}/${'a/'.repeat(2_000)}` },
    ...METHODS.map((method) => ({ method, target: path, headers: origin })),
    ...HEADERS.map((headers) => ({ method: 'GET', target: path, headers })),
    ...BODIES.map(({ headers, body }) => ({
      method: 'POST',
      target: path,
      headers: { ...origin, ...headers },
      ...(body !== undefined && { body }),
    })),
    ...['PUT', 'DELETE'].map((method) => ({
      method,
      target: path,
      headers: { ...origin, 'content-type': 'application/json' },
      body: '{}',
    })),
  ]
}

/** The outcome of a request: the status of its response, or why there was none. */
export interface Outcome {
  outcome: number | string
  ms: number
}

/** Returns a function that sends requests with a cookie over keep-alive connections. */
export function createSender(siteUrl: string, cookie: string) {
  const { hostname, port, pathname, origin } = new URL(siteUrl)
  const base = pathname.replace(/\/$/, '')
  const agent = new Agent({ keepAlive: true, maxSockets: 8 })
  const send = (hostile: HostileRequest): Promise<Outcome> =>
    new Promise((resolve) => {
      const { method, target, headers = {}, body } = hostile
      const start = performance.now()
      const end = (outcome: number | string) => resolve({ outcome, ms: performance.now() - start })
      const sent = { ...(cookie && { cookie }), ...headers, ...(headers.origin === 'SITE' && { origin }) }
      const call = request({ hostname, port, agent, method, path: base + target, headers: sent }, (response) => {
        response.resume().on('close', () => end(response.statusCode ?? 0))
      })
      call.setTimeout(10_000, () => call.destroy(new Error('no response in time')))
      // A server may close an idle connection just when the next request is sent. Clients then retry once.
      call.on('error', ({ message }) => (call.reusedSocket ? void send(hostile).then(resolve) : end(message)))
      call.end(body)
    })
  return { send, close: () => agent.destroy() }
}
