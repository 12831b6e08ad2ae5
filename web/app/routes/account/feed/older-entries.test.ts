import { expect, test } from 'vitest'
import { continueFeed, type OlderEntries } from './older-entries.ts'

const entry = { kind: 'list' } as OlderEntries['entries'][number]
const loaded: OlderEntries = { after: '2026-11-20', entries: [entry], cursor: '2026-11-10', state: 'ready' }

test('keeps the loaded entries when the same page is sent again', () => {
  expect(continueFeed({ cursor: '2026-11-20' }, loaded)).toBe(loaded)
})

test('starts again below a page that ends elsewhere', () => {
  const start = { after: '2026-11-22', entries: [], cursor: '2026-11-22', state: 'ready' }
  expect(continueFeed({ cursor: '2026-11-22' }, loaded)).toEqual(start)
  expect(continueFeed({ cursor: '2026-11-22' }, undefined)).toEqual(start)
})
