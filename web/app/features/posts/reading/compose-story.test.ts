import { expect, test } from 'vitest'
import { createSpotSummary } from '#app/features/spots/spot-test-factory.ts'
import { composeStory } from './compose-story.ts'

const createSpot = (id: string) => createSpotSummary({ id, slug: id, title: id, category: 'ruin' })

const numbersOf = (story: ReturnType<typeof composeStory>) =>
  story.stops.map(({ number, spot }) => `${number} ${spot.id}`)

test('numbers spots in the order of the text, then the others', () => {
  const story = composeStory('/spot/b\n\nThen.\n\n/spot/a', [createSpot('a'), createSpot('b'), createSpot('c')])
  expect(numbersOf(story)).toEqual(['1 b', '2 a', '3 c'])
  expect(story.parts.map(({ kind }) => kind)).toEqual(['stop', 'text', 'stop'])
  expect(story.unplaced).toEqual([3])
})

test('shows a spot placed twice as one card with one number', () => {
  const story = composeStory('/spot/a\n\nAgain.\n\n/spot/a', [createSpot('a')])
  expect(story.parts.map(({ kind }) => kind)).toEqual(['stop', 'text'])
  expect(numbersOf(story)).toEqual(['1 a'])
})

test('leaves a gap for a spot that the reader may not see', () => {
  expect(composeStory('/spot/gone', []).parts).toEqual([{ kind: 'missing' }])
})

test('starts headings below the page title and escapes the author’s HTML', () => {
  const [part] = composeStory('# Up\n\n<img src=x onerror=alert(1)>', []).parts
  expect(part).toEqual({ kind: 'text', html: '<h2>Up</h2>\n<p>&lt;img src=x onerror=alert(1)&gt;</p>\n' })
})
