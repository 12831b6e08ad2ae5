import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { categoryIds } from '#app/features/categories/categories.ts'
import type { ServerSettings } from '#app/platform/config/app-settings.ts'
import { serveCard } from './card.ts'
import { serveCategoryIcon } from './category-icon.ts'
import type { ResourceCall } from './resource-call.ts'

function createCall(parameters: Record<string, string>, backendFetch: typeof fetch = fetch): ResourceCall {
  const settings = { supabaseUrl: 'http://api.test', publishableKey: 'sb_publishable_test', backendFetch }
  return {
    request: new Request('http://site.test/card', { headers: { 'if-none-match': '"a"' } }),
    settings: settings as ServerSettings,
    parameters,
    supabase: () => {
      throw new Error('A card is read as a visitor.')
    },
    verify: async () => {},
    listSessionHeaders: () => [],
  }
}

test('requests the card of a story with only the publishable key and passes on its ETag', async () => {
  const asked: Request[] = []
  const response = await serveCard(
    createCall({ kind: 'story', id: 'a-walk' }, async (input, init) => {
      asked.push(new Request(input, init))
      return new Response('png', { headers: { etag: '"b"', 'content-type': 'image/png', 'sb-request-id': '1' } })
    }),
  )
  expect(asked.map(({ url }) => url)).toEqual(['http://api.test/functions/v1/image-card?post=a-walk'])
  expect([...(asked[0]?.headers ?? [])]).toEqual([
    ['apikey', 'sb_publishable_test'],
    ['if-none-match', '"a"'],
  ])
  expect([...response.headers]).toEqual([
    ['content-type', 'image/png'],
    ['etag', '"b"'],
  ])
})

test.each([
  ['an unknown kind', 'city', 200],
  ['a hidden spot', 'spot', 404],
])('returns 404 for %s', async (_name, kind, status) => {
  const answer = await serveCard(createCall({ kind, id: 'abcdefgh' }, async () => new Response('', { status })))
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([404, 'no-store'])
})

test('draws the icon of each category in the ink of the day theme', async () => {
  const tokens = readFileSync(join(import.meta.dirname, '../../app/styles/tokens.css'), 'utf8')
  for (const category of categoryIds) {
    const svg = await (await serveCategoryIcon(createCall({ category }))).text()
    const [, ink = 'no ink'] = /fill="(#[0-9a-f]{6})"/.exec(svg) ?? []
    expect(tokens).toContain(ink)
  }
  expect((await serveCategoryIcon(createCall({ category: 'nothing' }))).status).toBe(404)
})
