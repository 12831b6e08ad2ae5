import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { FoundImport } from './import-data.server.ts'
import { ImportResult } from './import-result.tsx'

const none: FoundImport = {
  ...{ id: 'dbb1c5f4-62a3-4a1c-8c2f-6f3f0d3f2b11', name: 'x.csv', status: 'done', visibility: 'private' },
  ...{ row_count: 2, story_count: 0, created_at: '2026-11-20T10:00:00Z', foundByName: 0, hasWaitingRecords: false },
  ...{ counts: { known: 1, pinless: 1 }, photos: {}, stories: {}, records: { 'follow known': 2 } },
}

const row = {
  ...{ number: 1, title: 'Mill', category: 'castle', address: null, description: '', state: 'created' as const },
  ...{ reason: '', spot_id: null, found_as: null, import_photos: [] },
}

/** Renders an import with one row, by default two days after it was created. */
function render(found: Partial<FoundImport>, now = '2026-11-22T10:00:00Z'): string {
  const shown = { found: { ...none, ...found }, rows: [row], records: null, message: undefined }
  const element = <ImportResult {...shown} now={Date.parse(now)} />
  return renderToString(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
}

function renderRows(rows: Parameters<typeof ImportResult>[0]['rows']): string {
  const element = <ImportResult found={none} rows={rows} records={null} message={undefined} now={0} />
  return renderToString(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
}

test('offers to undo an import only if it has added something', () => {
  expect(render({})).not.toContain('Undo this import')
  expect(render({ counts: { saved: 1 } })).toContain('Undo this import')
  expect(render({ stories: { draft: 1 } })).toContain('Undo this import')
  expect(render({ records: { 'follow created': 1 } })).toContain('Undo this import')
  expect(render({ status: 'undone', counts: { undone: 1 } })).not.toContain('Undo this import')
})

test('describes a single place in the singular', () => {
  const of = (count: number) => render({ counts: { saved: count, known: count, pinless: count, kept: count } })
  const one = ['it was on the map', 'duplicate skipped', 'still needs a pin', 'Place it', 'others have added to it']
  const more = [
    'they were on the map',
    'duplicates skipped',
    'still need a pin',
    'Place them',
    'others have added to them',
  ]
  for (const words of one) expect(of(1)).toContain(words)
  for (const words of more) expect(of(2)).toContain(words)
  const ofComments = (count: number) => render({ records: { 'comment known': count, 'comment kept': count } })
  expect(ofComments(1)).toMatch(/comment skipped: you have it already.*comment kept: .* you have changed it</s)
  expect(ofComments(2)).toMatch(/comments skipped: you have them already.*comments kept: .* you have changed them</s)
})

test('says that an import can no longer be undone after 30 days', () => {
  const added = { counts: { created: 1 } }
  for (const text of ['Undo this import', 'Undo Mill']) {
    expect(render(added, '2026-12-20T09:59:59Z')).toContain(text)
    expect(render(added, '2026-12-20T10:00:00Z')).not.toContain(text)
  }
  expect(render(added, '2026-12-20T09:59:59Z')).not.toContain('can no longer be undone')
  expect(render(added, '2026-12-20T10:00:00Z')).toContain('can no longer be undone')
  expect(render({}, '2026-12-20T10:00:00Z')).not.toContain('can no longer be undone')
})

test('links stories to the tab of the account that has them', () => {
  const html = render({ stories: { draft: 1, published: 1, pending: 1 } })
  for (const tab of ['drafts', 'stories', 'waiting']) expect(html).toContain(`href="/account#${tab}"`)
})

test('offers to stop an import that has added nothing yet', () => {
  for (const status of ['staging', 'running', 'paused'] as const)
    expect(render({ status, counts: { waiting: 2 } })).toContain('Stop and undo')
})

test('counts what is undone while an import is being undone', () => {
  const html = render({ status: 'undoing', counts: { created: 3, undone: 1 } })
  expect(html).toContain('>1</span> of <!-- -->4')
  expect(html).toContain('The rest is undone in the background.')
  expect(html).not.toContain('The import continues')
})

test('says that only the first rows are shown', () => {
  const rows = Array.from({ length: 201 }, (_, index) => ({ ...row, number: index + 1 }))
  const list = (count: number) => renderRows(rows.slice(0, count))
  expect(list(200)).not.toContain('are shown')
  expect(list(201)).toContain('The first <!-- -->200<!-- --> are shown. The CSV file above contains all.')
  expect(list(201).match(/>Mill</g)).toHaveLength(200)
})
