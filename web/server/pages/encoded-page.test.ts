import { randomBytes } from 'node:crypto'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { joinPlain } from '../pages/page-response.ts'
import { createNonce, encodePage } from './encoded-page.ts'

const script = (text: string) => `<script nonce="${text}">window.a = "${text.length}"</script>`
const words = Array.from({ length: 4000 }, (_, index) => `word${(index * 7919) % 977}`).join(' ')
const PAGES = {
  'a page with many nonces': Array.from(
    { length: 40 },
    (_, index) => `"><p>${words.slice(index * 50, index * 900)}</p><script nonce="`,
  ),
  'a page without one': [words],
  'a page that begins and ends with one': ['', script('x'), ''],
  'bytes that do not compress': [randomBytes(70_000).toString('base64'), randomBytes(300).toString('base64')],
}

for (const [name, texts] of Object.entries(PAGES)) {
  test(`compresses ${name} once for every nonce`, async () => {
    const parts = texts.map((text) => Buffer.from(text))
    for (const [encoding, decode] of [
      ['br', brotliDecompressSync],
      ['gzip', gunzipSync],
    ] as const) {
      const page = await encodePage(parts, encoding)
      for (let round = 0; round < 50; round += 1) {
        const nonce = createNonce()
        const sent = page?.write(nonce) ?? Buffer.alloc(0)
        expect(decode(sent).equals(joinPlain(parts, nonce))).toBe(true)
      }
    }
  })
}

test('makes compressed pages far smaller', async () => {
  const page = await encodePage([Buffer.from(words), Buffer.from(words)], 'br')
  expect(page?.bytes).toBeLessThan(words.length / 3)
})

test('creates a nonce of 128 random bits', () => {
  const nonces = new Set(Array.from({ length: 100 }, createNonce))
  expect(nonces.size).toBe(100)
  for (const nonce of nonces) expect(nonce).toMatch(/^[\w-]{22}AA$/)
})
