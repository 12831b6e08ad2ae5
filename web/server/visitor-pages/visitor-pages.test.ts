import { brotliDecompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { createVisitorPages } from './visitor-pages.ts'

const VERSIONS = { site: '1', spots: '1', totals: '1', counters: '1', lists: '1', 'spot/hiddenmill22': '1' }

/** A site whose versions and pages each test changes. */
function createSite() {
  const site = {
    versions: { ...VERSIONS } as Record<string, string>,
    settings: '',
    nowMs: 0,
    renders: [] as Request[],
    render: async (_request: Request, nonce: string) =>
      page(`<script nonce="${nonce}"></script>${site.renders.length}`),
  }
  const find = createVisitorPages({
    origin: 'https://site.test',
    readVersions: async () => ({ ...site.versions }),
    describeSettings: async () => site.settings,
    render: (request, nonce) => {
      site.renders.push(request)
      return site.render(request, nonce)
    },
    writePolicy: (nonce) => `script-src 'nonce-${nonce}'`,
    now: () => site.nowMs,
  })
  const get = (path: string, headers: Record<string, string> = {}) =>
    find(new Request(`http://inside${path}`, { headers }))
  const read = async (path: string, headers = {}) => (await get(path, headers))?.text()
  return { site, get, read }
}

function page(text: string, init: ResponseInit = {}): Response {
  const headers = new Headers({ 'content-type': 'text/html; charset=utf-8' })
  for (const [name, value] of new Headers(init.headers)) headers.set(name, value)
  return new Response(text, { ...init, headers })
}

test('renders a page once, and sends it with a new nonce and its policy each time', async () => {
  const { site, get } = createSite()
  const [one, two] = [await get('/'), await get('/')]
  expect(site.renders).toHaveLength(1)
  const [html, other] = [await one?.text(), await two?.text()]
  const nonce = /nonce="([^"]+)"/.exec(html ?? '')?.[1] ?? ''
  expect(one?.headers.get('content-security-policy')).toBe(`script-src 'nonce-${nonce}'`)
  expect(other).not.toBe(html)
})

test('renders a page again after each change that it shows immediately', async () => {
  for (const [path, areas] of Object.entries({
    '/': ['site', 'spots', 'totals'],
    '/explore?kind=cafe': ['site', 'spots', 'totals'],
    '/explore?list=abcdefgh': ['site', 'spots', 'totals', 'lists'],
    '/spot/hiddenmill22': ['site', 'spot/hiddenmill22'],
    '/spot/hiddenmill22.data': ['site', 'spot/hiddenmill22'],
  })) {
    const { site, get } = createSite()
    await get(path)
    for (const [index, area] of areas.entries()) {
      site.versions[area] = '2'
      await get(path)
      await get(path)
      expect(site.renders, `${path} after a change of ${area}`).toHaveLength(index + 2)
    }
    site.settings = 'another name'
    await get(path)
    expect(site.renders).toHaveLength(areas.length + 2)
  }
})

test('shows counters that are at most five seconds old while it renders them again', async () => {
  const { site, read } = createSite()
  const first = await read('/')
  site.nowMs = 4000
  await read('/')
  site.versions.counters = '2'
  site.nowMs = 8000
  expect((await read('/'))?.at(-1)).toBe(first?.at(-1))
  await new Promise((resolve) => setImmediate(resolve))
  expect((await read('/'))?.at(-1)).toBe('2')
  site.versions.counters = '3'
  site.nowMs = 14_000
  expect((await read('/'))?.at(-1)).toBe('3')
})

test('renders a page again after a minute, because some of it depends on the time', async () => {
  const { site, get } = createSite()
  await get('/')
  site.nowMs = 60_001
  await get('/')
  expect(site.renders).toHaveLength(2)
})

test('caches nothing for members, secret links, searches, bots, forms and unknown parameters', async () => {
  const { site, get } = createSite()
  const requests: [string, Record<string, string>?][] = [
    ['/', { cookie: 'a=b; sb-site-auth-token=x' }],
    ['/', { cookie: 'sb-site-auth-token.0=x' }],
    ['/', { authorization: 'Bearer x' }],
    ['/', { 'user-agent': 'Googlebot' }],
    ['/spot/hiddenmill22?link=secret'],
    ['/explore?list=abcdefgh&link=secret'],
    ['/explore?list=abcdefgh&invite=token'],
    ['/explore?q=words'],
    ['/?_routes=root'],
    ['/auth/login'],
    ['/account'],
    ['/spot/hiddenmill22/history'],
    [`/explore?tag=${'a'.repeat(300)}`],
  ]
  for (const [path, headers] of requests) expect(await get(path, headers), path).toBeUndefined()
  expect(site.renders).toEqual([])
})

test('caches neither spots that visitors cannot see nor pages whose versions cannot be read', async () => {
  const { site, get } = createSite()
  await get('/spot/hiddenmill22')
  delete site.versions['spot/hiddenmill22']
  expect(await get('/spot/hiddenmill22')).toBeUndefined()
  const failing = createVisitorPages({
    origin: 'https://site.test',
    readVersions: () => Promise.reject(new Error('down')),
    describeSettings: async () => '',
    render: async () => page('kept'),
    writePolicy: String,
  })
  expect(await failing(new Request('http://inside/'))).toBeUndefined()
})

test('caches no error, redirect or response with a cookie', async () => {
  const answers: ResponseInit[] = [
    { status: 500 },
    { status: 404 },
    { status: 302, headers: { location: '/' } },
    { headers: { 'set-cookie': 'a=b' } },
    { headers: { 'cache-control': 'no-store' } },
    { headers: { 'content-type': 'application/json' } },
  ]
  for (const init of answers) {
    const { site, get } = createSite()
    site.render = async () => page('x', init)
    expect(await get('/')).toBeUndefined()
    expect(await get('/')).toBeUndefined()
    expect(site.renders).toHaveLength(2)
  }
})

test('renders with only the parts of the request that distinguish pages', async () => {
  const { site, get } = createSite()
  const headers = {
    cookie: 'hereabouts-theme=night; hereabouts-return=/x',
    'user-agent': 'Mobile',
    'accept-language': 'de',
  }
  await get('/explore?kind=cafe', headers)
  const [request] = site.renders
  expect(request?.url).toBe('https://site.test/explore?kind=cafe')
  expect(Object.fromEntries(request?.headers ?? [])).toEqual({
    cookie: 'hereabouts-theme=night',
    'sec-ch-ua-mobile': '?1',
  })
  await get('/explore?kind=cafe')
  expect(site.renders).toHaveLength(2)
})

test('renders a missing page once for all waiting requests, except those that follow a change', async () => {
  const { site, get } = createSite()
  const waiting: (() => void)[] = []
  site.render = async () => {
    await new Promise<void>((resolve) => waiting.push(resolve))
    return page('x')
  }
  const settled = () => new Promise((resolve) => setImmediate(resolve))
  const early = [get('/'), get('/'), get('/')]
  await settled()
  site.versions.site = '2'
  const late = get('/')
  await settled()
  expect(site.renders).toHaveLength(2)
  for (const end of waiting) end()
  for (const answer of await Promise.all([...early, late])) expect(answer?.status).toBe(200)
})

test('returns 304 without a policy when the browser has the page, and sends it compressed otherwise', async () => {
  const { get } = createSite()
  const sent = await get('/', { 'accept-encoding': 'gzip, br' })
  expect([sent?.headers.get('content-encoding'), sent?.headers.get('vary')]).toEqual(['br', 'accept-encoding'])
  const body = Buffer.from((await sent?.arrayBuffer()) ?? new ArrayBuffer())
  expect(sent?.headers.get('content-length')).toBe(String(body.length))
  expect(brotliDecompressSync(body).toString()).toContain('<script nonce=')
  const etag = sent?.headers.get('etag') ?? ''
  expect(etag).toMatch(/^W\/"/)
  const again = await get('/', { 'if-none-match': etag })
  expect([again?.status, again?.headers.get('content-security-policy')]).toEqual([304, null])
})
