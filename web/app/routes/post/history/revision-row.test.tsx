import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { RevisionRow } from './revision-row.tsx'

test('offers moderators no restoring of who sees a story, which only its author may change', () => {
  const visibility = { visibility: { from: 'public', to: 'members' } }
  const title = { title: { from: 'Walk', to: 'Ride' } }
  expect(offersRestore(visibility, true)).toBe(true)
  expect(offersRestore(visibility, false)).toBe(false)
  expect(offersRestore({ ...visibility, ...title }, false)).toBe(true)
})

function offersRestore(changes: Record<string, { from: unknown; to: unknown }>, isOwn: boolean): boolean {
  const revision = { id: 1, author: null, created_at: '2026-11-20T10:00:00Z', restores: null, changes }
  const element = <RevisionRow revision={revision} differences={[]} mayRestore isOwn={isOwn} />
  const html = renderToString(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
  return html.includes('Restore the previous version')
}
