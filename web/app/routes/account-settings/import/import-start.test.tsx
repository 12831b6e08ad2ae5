import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { ImportStart } from './import-start.tsx'

test('counts the place of an earlier import in the singular', () => {
  const past = { id: 'x', name: 'x.csv', status: 'done', created_at: '2026-11-20T10:00:00Z' } as const
  const imports = [1, 2].map((row_count) => ({ ...past, id: String(row_count), row_count }))
  const element = <ImportStart imports={imports} message={undefined} mapStyleUrl={undefined} />
  const html = renderToString(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
  expect(html).toContain('· 1 place<')
  expect(html).toContain('· 2 places<')
})
