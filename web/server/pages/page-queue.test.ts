import { expect, test } from 'vitest'
import { readPageLimits } from './page-limits.ts'
import { createPageQueue, recordOverload } from './page-queue.ts'

const LIMITS = { size: 2, clientSize: 1, clientQueue: 2, maxWaitMs: 5000 }

/** Handles all requests in the same way. */
function queuePages(handle: (request: Request) => Promise<Response>, limits: typeof LIMITS) {
  const enqueue = createPageQueue(limits)
  return (request: Request) => enqueue(request, handle)
}

/** A request for a page by a browser with this address. */
function toRequest(address: string, path = '/'): Request {
  return new Request(`http://site.test${path}`, { headers: { accept: 'text/html', 'x-forwarded-for': address } })
}

/** Pages whose rendering each test ends. */
function createPages() {
  const open: (() => void)[] = []
  const handle = async () => {
    await new Promise<void>((resolve) => open.push(resolve))
    return new Response('a page')
  }
  return { open, answer: queuePages(handle, LIMITS) }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('renders one page at a time per client, concurrently with those of other clients', async () => {
  const { open, answer: response } = createPages()
  const first = response(toRequest('198.51.100.1'))
  const second = response(toRequest('198.51.100.1'))
  const other = response(toRequest('203.0.113.1'))
  await settled()
  expect(open).toHaveLength(2)
  for (const end of open.splice(0)) end()
  expect(await (await first).text()).toBe('a page')
  expect((await other).status).toBe(200)
  await settled()
  for (const end of open.splice(0)) end()
  expect((await second).status).toBe(200)
})

test('returns 429 with Retry-After and a static page when the queue of a client is full', async () => {
  const { open, answer: response } = createPages()
  const held = [1, 2, 3].map((n) => response(toRequest(`2001:db8::${n}`)))
  const rejected = await response(toRequest('2001:db8::4'))
  expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([429, '2'])
  const html = await rejected.text()
  expect(html).toContain('<h1>Too many requests</h1>')
  expect(html.length).toBeLessThan(2000)
  for (let ended = 0; ended < held.length; ended += 1) {
    await settled()
    open.shift()?.()
  }
  expect((await Promise.all(held)).map(({ status }) => status)).toEqual([200, 200, 200])
})

test('returns 503 with Retry-After when the wait for other clients is too long', async () => {
  const open: (() => void)[] = []
  const handle = () => new Promise<Response>((resolve) => open.push(() => resolve(new Response('a page'))))
  const response = queuePages(handle, { ...LIMITS, maxWaitMs: 10 })
  const held = ['192.0.2.1', '192.0.2.2'].map((address) => response(toRequest(address)))
  const rejected = await response(toRequest('192.0.2.3'))
  expect([rejected.status, rejected.headers.get('retry-after')]).toEqual([503, '2'])
  expect(rejected.headers.get('cache-control')).toBe('no-store')
  for (const end of open) end()
  await Promise.all(held)
  const after = response(toRequest('192.0.2.3'))
  await settled()
  open.at(-1)?.()
  expect((await after).status).toBe(200)
})

test.each([
  ['fails', () => Promise.reject(new Error('no data'))],
  ['is an error page', async () => new Response('an error', { status: 500 })],
])('returns 503 when a page %s because of an overloaded backend', async (_, end) => {
  const answerAs = (status: number) =>
    queuePages(async () => {
      await recordOverload(Promise.resolve(new Response(null, { status })))
      return end()
    }, LIMITS)
  const overloaded = await answerAs(503)(toRequest('192.0.2.1'))
  expect([overloaded.status, overloaded.headers.get('retry-after')]).toEqual([503, '2'])
  const broken = await answerAs(200)(toRequest('192.0.2.1')).catch((error: Error) => error.message)
  expect(broken instanceof Response ? broken.status : broken).toBe(broken instanceof Response ? 500 : 'no data')
})

test('keeps the fields of a plain form of this site when it rejects the request', async () => {
  const response = queuePages(() => new Promise(() => {}), { ...LIMITS, size: 1, maxWaitMs: 1 })
  void response(toRequest('192.0.2.1'))
  const body = new URLSearchParams({ intent: 'comment', body: 'Mind the "third" <step>', password: 'a long secret' })
  const send = (site: string) =>
    response(
      new Request('http://site.test/spot/abc?do=comment', {
        method: 'POST',
        headers: {
          accept: 'text/html',
          'content-length': String(body.toString().length),
          'sec-fetch-site': site,
          'x-forwarded-for': '192.0.2.2',
        },
        body,
      }),
    ).then((busy) => busy.text())
  const own = await send('same-origin')
  expect(own).toContain('<input type="hidden" name="intent" value="comment">')
  expect(own).toContain('value="Mind the &#34;third&#34; &lt;step&gt;"')
  expect(own).toContain('type="password" name="password"')
  expect(own).not.toContain('a long secret')
  // A form of another site would pass as our own if it were sent again from here.
  expect(await send('cross-site')).not.toContain('<form')
})

test('keeps the page that offers to send a form again when the backend is overloaded', async () => {
  const answer = queuePages(async () => {
    await recordOverload(Promise.resolve(new Response(null, { status: 503 })))
    return new Response('Not saved. Try again', { status: 500 })
  }, LIMITS)
  const response = await answer(new Request('http://site.test/spot/abc', { method: 'POST', body: 'a=b' }))
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2'])
  expect(await response.text()).toBe('Not saved. Try again')
})

test('sends programs one line of text', async () => {
  const response = queuePages(() => new Promise(() => {}), { ...LIMITS, size: 1, maxWaitMs: 1 })
  void response(toRequest('192.0.2.1'))
  const rejected = await response(
    new Request('http://site.test/_root.data', { headers: { 'x-forwarded-for': '192.0.2.2' } }),
  )
  expect(rejected.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(await rejected.text()).toMatch(/^We are busy right now\. .*\n$/)
})

test('rejects limits that are not numbers', () => {
  expect(() => readPageLimits({ PAGES_AT_A_TIME: '0' })).toThrow(/PAGES_AT_A_TIME/)
  expect(readPageLimits({ PAGES_MAX_WAIT: '5', PAGES_OF_A_CLIENT: '' })).toMatchObject({
    maxWaitMs: 5000,
    clientSize: 4,
  })
})
