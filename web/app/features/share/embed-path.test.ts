import { expect, test } from 'vitest'
import { findEmbedPath, writeEmbedSnippet } from './embed-path.ts'

test('returns the embeds of spots, lists, cities, members and searches', () => {
  expect(findEmbedPath('/spot/abc123')).toBe('/embed/spot/abc123')
  expect(findEmbedPath('/city/paris-us-tx#map')).toBe('/embed/city/paris-us-tx')
  expect(findEmbedPath('/explore?list=abc123')).toBe('/embed/list/abc123')
  expect(findEmbedPath('/explore?q=old+mill&z=3&lat=1&kind=castle')).toBe('/embed/search?q=old+mill&kind=castle')
  expect(findEmbedPath('/explore?by=ada')).toBe('/embed/search?by=ada')
  expect(findEmbedPath('/explore')).toBe('/embed/search')
})

test('returns the path of an embed unchanged, with its theme', () => {
  for (const path of ['/embed/spot/abc123', '/embed/city/paris-us-tx', '/embed/list/abc123', '/embed/search?q=mill'])
    expect(findEmbedPath(path)).toBe(path)
  expect(findEmbedPath('/embed/search')).toBe('/embed/search')
  expect(findEmbedPath('/embed/city/turin?theme=dark')).toBe('/embed/city/turin?theme=dark')
  expect(findEmbedPath('/embed/search?q=mill&theme=light&lat=1')).toBe('/embed/search?q=mill&theme=light')
  expect(findEmbedPath('/embed/spot/abc?theme=%22%3E')).toBe('/embed/spot/abc')
  for (const path of ['/embed/', '/embed/story/x', '/embed/explore', '/embed/list/..', '/embed/embed/spot/a'])
    expect([path, findEmbedPath(path)]).toEqual([path, null])
})

test('returns null for other pages, malformed ids and pages shared by a secret link', () => {
  const paths = ['/', '/account', '/spot/abc/edit', '/spot/../account', '/spot/%2e%2e', '/post/story', '/city/']
  for (const path of [
    ...paths,
    '/spot/abc?link=secret',
    '/explore?list=x&link=y',
    '/explore?list=../x',
    'spot/abc',
    '',
  ])
    expect([path, findEmbedPath(path)]).toEqual([path, null])
})

test('escapes title and URL in the snippet', () => {
  const snippet = writeEmbedSnippet('https://x.example/embed/search?q=a&kind=b', '"><script>alert(1)</script>')
  expect(snippet).toContain('src="https://x.example/embed/search?q=a&amp;kind=b"')
  expect(snippet).toContain('title="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"')
  expect(snippet.match(/</g)).toHaveLength(2)
})
