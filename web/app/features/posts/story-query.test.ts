import { expect, test } from 'vitest'
import { findStoryQuery, storiesUrl } from './story-query.ts'

const read = (search: string) => findStoryQuery(new URL(`https://map.example/${search}`))

test('reads the tag and the place in the list from the address', () => {
  const next = { before: '2026-01-02T03:04:05.678901+00:00', before_id: 'abc' }
  const url = storiesUrl({ tag: 'winter', isMine: false }, next)
  expect(read(url.slice(1))).toEqual({ tag: 'winter', isMine: false, before: next.before, beforeId: 'abc' })
})

test('shows the first page for a broken place in the list, and no stories without the parameter', () => {
  expect(read('?stories=all&before=now&before_id=a')).toMatchObject({ before: null, beforeId: null })
  expect(read('?stories=mine&before=2026-01-02T03:04:05Z&before_id=%00')).toMatchObject({ isMine: true, before: null })
  expect(read('')).toBeNull()
  expect(read('?stories=other')).toBeNull()
})
