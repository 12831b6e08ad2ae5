import { text } from 'node:stream/consumers'
import { brotliDecompressSync, createBrotliDecompress, createGunzip, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { compress, compressWholePage } from './compression.ts'

const PAGE = `<p>${'worth a detour '.repeat(200)}</p>`

function sendRequest(accepted: string, method = 'GET') {
  return new Request('http://here/', { method, headers: { 'accept-encoding': accepted } })
}

function page(body: BodyInit | null = PAGE, headers: Record<string, string> = {}, status = 200) {
  return new Response(body, { status, headers: { 'content-type': 'text/html; charset=utf-8', ...headers } })
}

test('compresses a page with brotli, or gzip if the client does not accept brotli', async () => {
  for (const [accepted, encoding, decoder] of [
    ['gzip, deflate, br, zstd', 'br', createBrotliDecompress()],
    ['gzip, deflate', 'gzip', createGunzip()],
  ] as const) {
    const response = compress(sendRequest(accepted), page(PAGE, { vary: 'cookie', etag: '"tag"' }))
    expect(response.headers.get('content-encoding')).toBe(encoding)
    expect(response.headers.get('vary')).toBe('cookie, accept-encoding')
    expect(response.headers.get('etag')).toBe('W/"tag"')
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.length).toBeLessThan(PAGE.length / 10)
    decoder.end(bytes)
    expect(await text(decoder)).toBe(PAGE)
  }
  const plain = page()
  expect(compress(sendRequest('identity'), plain)).toBe(plain)
})

test('compresses a page of known length in one piece and states the new length', async () => {
  const headers = { 'content-length': String(PAGE.length), etag: '"tag"' }
  for (const [accepted, decode] of [
    ['gzip, br', brotliDecompressSync],
    ['gzip', gunzipSync],
  ] as const) {
    const response = await compressWholePage(sendRequest(accepted), page(PAGE, headers))
    const bytes = Buffer.from((await response?.arrayBuffer()) ?? new ArrayBuffer(0))
    expect(decode(bytes).toString()).toBe(PAGE)
    expect(response?.headers.get('content-length')).toBe(String(bytes.length))
    expect(response?.headers.get('etag')).toBe('W/"tag"')
    expect(response?.headers.get('vary')).toBe('accept-encoding')
  }
  expect(compressWholePage(sendRequest('br'), page())).toBeUndefined()
  expect(compressWholePage(sendRequest('identity'), page(PAGE, headers))).toBeUndefined()
  expect(compressWholePage(sendRequest('br'), page(PAGE, { ...headers, 'content-encoding': 'br' }))).toBeUndefined()
})

test('sends each flush of a page before the page ends', async () => {
  let finish = () => {}
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(Buffer.from('<p>first</p>'))
      finish = () => controller.close()
    },
  })
  const reader = compress(sendRequest('br'), page(body)).body?.getReader()
  const { value } = (await reader?.read()) ?? {}
  expect(value?.length).toBeGreaterThan(0)
  finish()
  while (!(await reader?.read())?.done);
})

test('does not compress incompressible or immutable responses', () => {
  for (const [request, response] of [
    [sendRequest('br'), page(PAGE, { 'content-type': 'image/jpeg' })],
    [sendRequest('br'), page(PAGE, { 'content-encoding': 'gzip' })],
    [sendRequest('br'), page('small', { 'content-length': '5' })],
    [sendRequest('br'), page(PAGE, { 'content-range': 'bytes 0-9/99' }, 206)],
    [sendRequest('br'), page(null, {}, 304)],
    [sendRequest('br', 'HEAD'), page()],
  ] as const) {
    expect(compress(request, response)).toBe(response)
  }
})

test('sends bodies uncompressed while too many compressors run and frees those whose input has ended unread', async () => {
  const sources: ReadableStreamDefaultController<Uint8Array>[] = []
  const open = () => new ReadableStream<Uint8Array>({ start: (controller) => void sources.push(controller) })
  const encodingOf = (response: Response) => response.headers.get('content-encoding')
  const responses = Array.from({ length: 100 }, () => compress(sendRequest('br'), page(open())))
  expect(responses.filter((response) => encodingOf(response) === 'br')).toHaveLength(64)
  for (const source of sources) {
    source.enqueue(Buffer.from(PAGE))
    source.close()
  }
  await expect.poll(() => encodingOf(compress(sendRequest('br'), page()))).toBe('br')
  const later = Array.from({ length: 100 }, () => compress(sendRequest('br'), page(open())))
  expect(later.filter((response) => encodingOf(response) === 'br').length).toBeGreaterThan(32)
  for (const source of sources.slice(100)) source.close()
  expect(responses).toHaveLength(100)
})
