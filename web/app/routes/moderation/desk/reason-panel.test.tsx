import { renderToString } from 'react-dom/server'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, test } from 'vitest'
import { AskPanel, RemovePanel } from './reason-panel.tsx'

const target = { kind: 'spot', target_id: 'abcdefgh2345', item: 1, next: null }

function render(values: Record<string, string>): string[] {
  const response = {
    intent: values.question ? 'ask' : 'decide',
    rejection: { message: 'Tick the box.', fieldErrors: {}, values },
  }
  const element = (
    <>
      <AskPanel target={target} author="Mara" response={response} />
      <RemovePanel target={target} noun="spot" author="Mara" response={response} />
    </>
  )
  return renderToString(<RouterProvider router={createMemoryRouter([{ path: '/', element }])} />)
    .split('<details')
    .slice(1)
}

test('opens the panel of a rejected form again with what was typed, as without JavaScript', () => {
  const [ask, remove] = render({ verdict: 'removed', reason: 'Not a place', chosen: 'rules' })
  expect(ask).not.toContain('open=""')
  expect(remove).toContain('open=""')
  expect(remove).toContain('>Not a place</textarea>')
  expect(remove).toMatch(/<input[^>]*checked=""[^>]*value="rules"|<input[^>]*value="rules"[^>]*checked=""/)
})

test('keeps a rejected question, and opens no other panel', () => {
  const [ask, remove] = render({ question: 'Which door?' })
  expect(ask).toContain('>Which door?</textarea>')
  expect(remove).not.toContain('open=""')
})

test('opens no panel after a rejected approval', () => {
  expect(render({ verdict: 'approved' }).join()).not.toContain('open=""')
})
