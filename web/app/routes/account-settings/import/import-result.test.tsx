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

function render(found: Partial<FoundImport>): string {
  const element = <ImportResult found={{ ...none, ...found }} rows={null} records={null} message={undefined} />
  return renderToString(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
}

test('offers to undo an import only if it has added something', () => {
  expect(render({})).not.toContain('Undo this import')
  expect(render({ counts: { saved: 1 } })).toContain('Undo this import')
  expect(render({ stories: { draft: 1 } })).toContain('Undo this import')
  expect(render({ records: { 'follow created': 1 } })).toContain('Undo this import')
  expect(render({ status: 'undone', counts: { undone: 1 } })).not.toContain('Undo this import')
})

test('links stories to the tab of the account that has them', () => {
  const html = render({ stories: { draft: 1, published: 1, pending: 1 } })
  for (const tab of ['drafts', 'stories', 'waiting']) expect(html).toContain(`href="/account#${tab}"`)
})

test('offers to stop an import that has added nothing yet', () => {
  expect(render({ status: 'running', counts: { waiting: 2 } })).toContain('Stop and undo')
})
