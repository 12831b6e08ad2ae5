import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test, vi } from 'vitest'
import { DEFAULT_APP_CONFIG } from '#app/platform/config/app-config.ts'
import type { ServerSettings } from '#app/platform/config/app-settings.ts'
import { findResource } from './resources.ts'

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36'
const VIEW = { route: '/spot/[id]', path: '/spot/abc' }

/** Sends a view. `recorded` lists the calls to the data service, which returns `counts`. */
function prepare({ counts = true, collectorUrl }: { counts?: boolean; collectorUrl?: string } = {}) {
  const recorded: unknown[] = []
  const backendFetch = vi.fn<typeof fetch>(async (input, init) => {
    recorded.push(await new Request(input, init).json())
    return Response.json(counts)
  })
  const settings: ServerSettings = {
    siteUrl: 'http://localhost',
    supabaseUrl: 'http://localhost',
    publishableKey: 'public',
    secretKey: 'secret',
    mapStyleUrl: undefined,
    captcha: undefined,
    config: DEFAULT_APP_CONFIG,
    routeRules: {},
    contentOrigins: [],
    collectorUrl,
    backendFetch,
  }
  const send = async (body: unknown = VIEW, headers: Record<string, string> = {}) => {
    const json = JSON.stringify(body)
    const request = new Request('http://localhost/page-views', {
      method: 'POST',
      body: json,
      headers: {
        'user-agent': BROWSER,
        'content-length': String(json.length),
        'content-type': 'application/json',
        'x-forwarded-for': '192.0.2.7',
        ...headers,
      },
    })
    return findResource(request, settings)?.()
  }
  return { send, recorded, settings }
}

test('counts a view by route and path, without data about the visitor (runtime 7.5)', async () => {
  const { send, recorded } = prepare()
  const response = await send({ ...VIEW, referrer: 'https://search.example' })
  expect([response?.status, response?.headers.get('set-cookie')]).toEqual([204, null])
  expect(recorded).toEqual([{ ...VIEW, sender: expect.any(Number) }])
  expect(JSON.stringify(recorded)).not.toContain('192.0.2.7')
})

test('counts one IP address against one bucket, whatever else the request contains (runtime 7.5)', async () => {
  const { send, recorded } = prepare()
  await send(VIEW)
  await send(VIEW, { cookie: 'a=b', 'accept-language': 'cs' })
  await send(VIEW, { 'x-forwarded-for': '192.0.2.8' })
  const [first, same, other] = recorded.map((call) => (call as { sender: number }).sender)
  expect(same).toBe(first)
  expect(other).not.toBe(first)
})

test('does not count opted-out visitors, bots and other sites, with the same response (runtime 7.5)', async () => {
  for (const headers of [
    { dnt: '1' },
    { 'sec-gpc': '1' },
    { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' },
    { 'user-agent': 'curl/8.0' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
  ]) {
    const { send, recorded } = prepare()
    expect((await send(VIEW, headers as unknown as Record<string, string>))?.status, JSON.stringify(headers)).toBe(204)
    expect(recorded, JSON.stringify(headers)).toEqual([])
  }
})

test('rejects an invalid view before calling the data service (runtime 7.5)', async () => {
  for (const body of [{ route: '/', path: '/about' }, { ...VIEW, account: 'ada' }, [], 'text', { route: '/' }]) {
    const { send, recorded } = prepare()
    expect((await send(body))?.status, JSON.stringify(body)).toBe(400)
    expect(recorded).toEqual([])
  }
  const { send } = prepare()
  expect((await send(VIEW, { 'content-length': '100000' }))?.status).toBe(400)
})

test("sends the collector only counted views, without the visitor's data (runtime 7.5)", async () => {
  const received: { headers: Record<string, unknown>; body: unknown }[] = []
  const server = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: JSON.parse(await text(request)) })
    response.writeHead(500).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const collectorUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/collect`
  await prepare({ collectorUrl, counts: false }).send()
  await prepare({ collectorUrl }).send(VIEW, { cookie: 'secret=1' })
  await expect.poll(() => received.length).toBe(1)
  expect(received[0]?.body).toEqual({ site: 'http://localhost', ...VIEW })
  expect(JSON.stringify(received[0]?.headers)).not.toMatch(/192\.0\.2\.7|secret|Chrome/)
})

test('does not wait for an unreachable collector (runtime 7.5)', async () => {
  const { send } = prepare({ collectorUrl: 'http://127.0.0.1:1/' })
  expect((await send())?.status).toBe(204)
})
