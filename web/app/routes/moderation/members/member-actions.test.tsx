import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { MemberActions } from './member-actions.tsx'
import type { OpenedMember } from './members-schema.ts'

test('begins every form with a disabled button, so that Enter does not submit it without JavaScript', () => {
  const member = { id: 'm', role: 'member', is_trusted: false, is_suspended: false } as OpenedMember
  const Stub = createRoutesStub([{ path: '/', Component: () => <MemberActions member={member} isAdmin /> }])
  const forms = renderToString(<Stub />).split('<form').slice(1)
  expect(forms).toHaveLength(5)
  for (const form of forms) expect(form).toMatch(/^[^]*?<button type="submit" hidden="" disabled="">/)
  for (const form of forms) expect(form.indexOf('<button')).toBe(form.indexOf('<button type="submit" hidden=""'))
})
