import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { InvitationNeeded } from './closed-sign-up.tsx'

const Screen = () => <InvitationNeeded state={undefined} token={null} />
const Stub = createRoutesStub([{ path: '/auth/signup', Component: Screen }])
const render = (url: string) => renderToStaticMarkup(<Stub initialEntries={[url]} />)

test('asks for an invitation at its field when the form is sent empty', () => {
  const message = 'Paste your invitation link or code.'
  expect(render('/auth/signup?invitation=')).toContain(message)
  expect(render('/auth/signup')).not.toContain(message)
})
