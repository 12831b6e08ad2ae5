import { expect, test } from 'vitest'
import { toSharedPage } from './share-story.tsx'

const post = { slug: 'six-mornings', title: 'Six mornings', visibility: 'public', status: 'published' } as const

test('shares a public story by its address and its preview image', () => {
  const page = toSharedPage(post, null)
  expect(page).toMatchObject({ title: 'Six mornings', path: '/post/six-mornings', note: undefined })
  expect(page.card).toBe('/card/story/six-mornings.png')
})

test('shares a story for people with the link by its secret link, without an image', () => {
  const page = toSharedPage({ ...post, visibility: 'link' }, 'abc')
  expect(page).toMatchObject({ path: '/post/six-mornings?link=abc', card: undefined })
  expect(page.note).toBe('Members who have this link can read the story.')
})

test('never adds a secret to the address of a story that everyone can read', () => {
  expect(toSharedPage(post, 'abc').path).toBe('/post/six-mornings')
})
