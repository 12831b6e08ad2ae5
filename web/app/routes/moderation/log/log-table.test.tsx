import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { LogEntry } from './log-schema.ts'
import { LogTable } from './log-table.tsx'

const ada = { id: '0b9f4c1e-5b7e-4f6a-9a51-3a8a5a2f7f01', username: 'ada', name: 'Ada', avatar_url: null }

const entry: LogEntry = {
  id: 1,
  at: '2026-11-29T11:35:00Z',
  actor: ada,
  is_site: false,
  action: 'become-administrator',
  kind: 'member',
  target_id: ada.id,
  title: '',
  reason: '',
  author: ada,
  may_restore: false,
}

function render(changes: Partial<LogEntry>): string {
  const element = <LogTable entries={[{ ...entry, ...changes }]} now="2026-11-29T12:00:00Z" />
  return renderToString(<RouterProvider router={createMemoryRouter([{ path: '*', element }])} />)
}

test('shows the name of a member whose entry has no title, not their id', () => {
  expect(render({})).toMatch(/became the administrator.*>ada<\/a>/)
  expect(render({})).not.toContain(`>${ada.id}<`)
})

test('shows the note of an invitation, and nothing without one', () => {
  const invitation = { action: 'create-invitation', kind: 'invitation', target_id: 'e7f0', author: null }
  expect(render({ ...invitation, title: 'For Mara' })).toContain('For Mara')
  expect(render({ ...invitation, title: '' })).not.toContain('e7f0')
})

test('says the zone of the time in the entry itself, as phones and tablets show no head of the table', () => {
  expect(render({})).toMatch(/11:35<span[^>]*> UTC<\/span>/)
})
