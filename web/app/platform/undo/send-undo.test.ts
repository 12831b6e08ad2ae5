import { createMemoryRouter, data } from 'react-router'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { dismissAllToasts } from '#app/ui/feedback/dismiss-all-toasts.ts'
import { listToasts } from '#app/ui/feedback/toasts.ts'
import { sendUndo } from './send-undo.ts'

beforeEach(dismissAllToasts)

/** Opens an app on its home page. Its spot page gives this response to forms. */
function openHome(action: (form: FormData) => unknown) {
  const router = createMemoryRouter(
    [
      {
        id: 'root',
        path: '',
        children: [
          { id: 'home', index: true },
          { id: 'spot', path: 'spot/:id', action: async ({ request }) => action(await request.formData()) },
        ],
      },
    ],
    { initialEntries: ['/'] },
  )
  vi.stubGlobal('window', { __reactRouterDataRouter: router })
  onTestFinished(() => void vi.unstubAllGlobals())
}

test('shows why an undo was rejected, on any page', async () => {
  const rejection = { message: 'This list no longer exists.', fieldErrors: {}, values: {} }
  openHome(() => data({ intent: 'set-list', rejection }, { status: 400 }))
  expect(await sendUndo('/spot/abc?link=x', { intent: 'set-list' })).toBe(false)
  expect(listToasts()).toMatchObject([{ message: 'This list no longer exists.', isFailure: true }])
})

test('says nothing about an undo that succeeds', async () => {
  const sent: [string, unknown][] = []
  openHome((form) => {
    sent.push(...form)
    return { intent: 'set-list', rejection: undefined }
  })
  expect(await sendUndo('/spot/abc', { intent: 'set-list', on: 'false' })).toBe(true)
  expect(sent).toEqual([
    ['intent', 'set-list'],
    ['on', 'false'],
  ])
  expect(listToasts()).toEqual([])
})
