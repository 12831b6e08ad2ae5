import { expect, test } from 'vitest'
import { cachePage, isForVisitor, joinPlain, sendPage } from './page-response.ts'

const HTML = { 'content-type': 'text/html; charset=utf-8' }
const page = (nonce: string, words = 'words') =>
  new Response(`<script nonce="${nonce}">1</script>${words}<script nonce="${nonce}">2</script>`, { headers: HTML })
const sendRequest = (headers: Record<string, string> = {}) => new Request('http://here/', { headers })

test('derives the ETag from the content, regardless of the nonce', async () => {
  const [one, same, other] = [
    await cachePage(page('aa'), 'aa'),
    await cachePage(page('bb'), 'bb'),
    await cachePage(page('aa', 'x'), 'aa'),
  ]
  expect(same.etag).toBe(one.etag)
  expect(other.etag).not.toBe(one.etag)
})

test('sends a page as it was rendered, and splits it at every nonce for others', async () => {
  const kept = await cachePage(page('aa'), 'aa')
  const sent = sendPage(kept, sendRequest(), "script-src 'nonce-aa'")
  expect(await sent.text()).toBe('<script nonce="aa">1</script>words<script nonce="aa">2</script>')
  expect(sent.headers.get('content-security-policy')).toBe("script-src 'nonce-aa'")
  expect(joinPlain(kept.parts, 'zz').toString()).toBe('<script nonce="zz">1</script>words<script nonce="zz">2</script>')
})

test('preserves non-ASCII text and states the length in bytes', async () => {
  const kept = await cachePage(page('aa', 'Città 東京 🗺'), 'aa')
  const sent = sendPage(kept, sendRequest(), 'policy')
  const body = Buffer.from(await sent.arrayBuffer())
  expect(body.toString()).toBe('<script nonce="aa">1</script>Città 東京 🗺<script nonce="aa">2</script>')
  expect(sent.headers.get('content-length')).toBe(String(body.length))
})

test('returns 304 without a policy when the browser has the page', async () => {
  const kept = await cachePage(page('aa'), 'aa')
  for (const tag of [kept.etag, `W/${kept.etag}`, `"other", W/${kept.etag}`]) {
    const sent = sendPage(kept, sendRequest({ 'if-none-match': tag }), 'policy')
    expect([sent.status, sent.headers.get('etag'), sent.headers.get('content-security-policy')]).toEqual([
      304,
      kept.etag,
      null,
    ])
  }
  expect(sendPage(kept, sendRequest({ 'if-none-match': '"other"' }), 'policy').status).toBe(200)
})

test('sets no ETag on pages of members, failures, forms and responses with cookies', () => {
  expect(isForVisitor(sendRequest(), page('a'))).toBe(true)
  expect(isForVisitor(sendRequest({ cookie: 'hereabouts-theme=day' }), page('a'))).toBe(true)
  expect(isForVisitor(sendRequest({ cookie: 'x=1; sb-localhost-auth-token.0=base64-x' }), page('a'))).toBe(false)
  expect(isForVisitor(sendRequest(), new Response('', { status: 404, headers: HTML }))).toBe(false)
  expect(isForVisitor(sendRequest(), Response.json({}))).toBe(false)
  expect(isForVisitor(sendRequest(), new Response('', { headers: { ...HTML, 'set-cookie': 'a=b' } }))).toBe(false)
  expect(isForVisitor(new Request('http://here/', { method: 'POST' }), page('a'))).toBe(false)
})
