import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import type { ImportList } from './import-data.server.ts'
import { ImportStart } from './import-start.tsx'

const PAST = { name: 'x.csv', status: 'done', created_at: '2026-11-20T10:00:00.123456+00:00' } as const

function render(imports: ImportList): string {
  const element = <ImportStart imports={imports} message={undefined} mapStyleUrl={undefined} />
  return renderToString(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
}

test('counts the place of an earlier import in the singular', () => {
  const shown = [1, 2].map((row_count) => ({ ...PAST, id: String(row_count), row_count }))
  const html = render({ shown, older: null })
  expect(html).toContain('· 1 place<')
  expect(html).toContain('· 2 places<')
  expect(html).not.toContain('Show older imports')
})

test('links to the imports before the oldest one that is shown', () => {
  const html = render({ shown: [{ ...PAST, id: 'x', row_count: 1 }], older: PAST.created_at })
  expect(html).toContain('?before=2026-11-20T10%3A00%3A00.123456%2B00%3A00#past')
})
