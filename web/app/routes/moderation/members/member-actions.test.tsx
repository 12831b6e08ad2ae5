import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { MemberActions } from './member-actions.tsx'
import type { OpenedMember } from './members-schema.ts'

function render(rejected?: Record<string, string>): string {
  const member = { id: 'm', role: 'member', is_trusted: false, is_suspended: false } as OpenedMember
  const element = <MemberActions member={member} isAdmin rejected={rejected} />
  return renderToString(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
}

test('begins every form with a disabled button, so that Enter does not submit it without JavaScript', () => {
  const forms = render().split('<form').slice(1)
  expect(forms).toHaveLength(5)
  for (const form of forms) expect(/<button[^>]*>/.exec(form)?.[0]).toBe('<button type="submit" hidden="" disabled="">')
})

test('opens the rejected form again with what was typed, as without JavaScript', () => {
  const [warn, suspend] = render({ act: 'suspend', reason: 'Spam', until: '2020-01-01' }).split('<details').slice(1)
  expect(warn).not.toContain('open=""')
  for (const part of ['open=""', '>Spam</textarea>', 'value="2020-01-01"']) expect(suspend).toContain(part)
})
