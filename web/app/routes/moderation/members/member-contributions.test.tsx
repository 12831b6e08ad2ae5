import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { MemberContributions } from './member-contributions.tsx'
import type { OpenedMember } from './members-schema.ts'

const NOW = '2026-11-01T12:00:00Z'
const contributions = ['a', 'b'].map((id) => ({ kind: 'spot', id, title: id, status: 'published', at: NOW }))

function listSelected(rejected?: Record<string, string>): string[] {
  const member = { id: 'm', role: 'member', contributions } as OpenedMember
  const element = <MemberContributions member={member} now={NOW} rejected={rejected} />
  const html = renderToString(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
  const boxes = [...html.matchAll(/<input[^>]*name="item"[^>]*>/g)].map(([box]) => box)
  return boxes.filter((box) => box.includes('checked=""')).flatMap((box) => /value="([^"]+)"/.exec(box)?.[1] ?? [])
}

test('selects everything at first, and what was selected in a form that was not confirmed', () => {
  expect(listSelected()).toEqual(['spot:a', 'spot:b'])
  expect(listSelected({ items: 'spot:b' })).toEqual(['spot:b'])
  expect(listSelected({ items: '' })).toEqual([])
})
