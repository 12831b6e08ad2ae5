import { expect, test } from 'vitest'
import { findStoryQuery, storiesUrl } from './story-query.ts'

const read = (search: string) => findStoryQuery(new URL(`https://map.example/${search}`))

test('parses the tag and the cursor of a URL', () => {
  const next = { before: '2026-01-02T03:04:05.678901+00:00', before_id: 'abc' }
  const url = storiesUrl({ tag: 'winter', isMine: false }, next)
  expect(read(url.slice(1))).toEqual({ tag: 'winter', isMine: false, before: next.before, beforeId: 'abc' })
})

test('returns the first page for a malformed cursor, and null without the parameter', () => {
  expect(read('?stories=all&before=now&before_id=a')).toMatchObject({ before: null, beforeId: null })
  expect(read('?stories=all&before=2026-02-31T00:00:00Z&before_id=a')).toMatchObject({ before: null, beforeId: null })
  expect(read('?stories=mine&before=2026-01-02T03:04:05Z&before_id=%00')).toMatchObject({ isMine: true, before: null })
  expect(read('')).toBeNull()
  expect(read('?stories=other')).toBeNull()
})
