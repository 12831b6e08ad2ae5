import { createMemoryRouter, data, type MiddlewareFunction, redirect } from 'react-router'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { dismissAllToasts } from '#app/ui/feedback/dismiss-all-toasts.ts'
import { listToasts } from '#app/ui/feedback/toasts.ts'
import { describeFailedSave, FORM_KEPT_HEADERS, keepFormMiddleware } from './keep-form.ts'
import { keepLayoutMiddleware } from './keep-layout.ts'

beforeEach(dismissAllToasts)

const SAVED = { intent: 'profile', step: undefined, done: 'Saved.', begun: { id: '7' }, rejection: undefined }

/** Shows a page with these text fields. */
function stubFields(...fields: { name: string; value: string }[]) {
  vi.stubGlobal('document', { querySelectorAll: () => fields })
}

/** Opens an app at its settings page, whose form gets these responses, one per submission. */
async function openSettings(...responses: (() => unknown)[]) {
  const load = vi.fn(() => 'shown')
  const action = () => responses.shift()?.()
  const router = createMemoryRouter(
    [
      {
        id: 'root',
        path: '',
        middleware: [keepFormMiddleware, keepLayoutMiddleware] as MiddlewareFunction[],
        children: [
          { id: 'settings', path: 'settings', loader: load, action },
          { id: 'signup', path: 'auth/signup' },
          { id: 'login', path: 'auth/login' },
        ],
      },
    ],
    { initialEntries: ['/settings'], hydrationData: { loaderData: { settings: 'shown' } } },
  )
  stubFields({ name: 'name', value: 'Ada' })
  vi.stubGlobal('window', { __reactRouterDataRouter: router, location: { hash: '' } })
  onTestFinished(() => void vi.unstubAllGlobals())
  const send = async (
    fields: Record<string, string> = { intent: 'profile', step: 'name', name: 'Ada', password: 'x' },
  ) => {
    const formData = new FormData()
    for (const [name, value] of Object.entries(fields)) formData.set(name, value)
    await router.navigate('/settings', { formMethod: 'post', formData })
    return router.state
  }
  return { router, load, send }
}

function loseNetwork(): never {
  throw new TypeError('Failed to fetch')
}

function answerWith(status: number) {
  return () => {
    throw data('broken', { status })
  }
}

const FAILURES = {
  'the network is lost': loseNetwork,
  ...Object.fromEntries(
    [400, 404, 413, 429, 500, 503].map((status) => [`the answer is ${status}`, answerWith(status)]),
  ),
}

for (const [when, fail] of Object.entries(FAILURES)) {
  test(`keeps the page, its step and the typed values when ${when} (runtime 2.5)`, async () => {
    const { send, load } = await openSettings(fail)
    const { errors, actionData } = await send()
    expect(errors).toBeNull()
    expect(actionData?.settings).toEqual({
      intent: 'profile',
      step: 'name',
      done: undefined,
      rejection: { message: undefined, fieldErrors: {}, values: { intent: 'profile', step: 'name', name: 'Ada' } },
    })
    expect(listToasts()).toMatchObject([
      { message: expect.stringMatching(/^Not saved: .*still here/), isFailure: true },
    ])
    expect(load).not.toHaveBeenCalled()
  })
}

test('keeps the step that the last response began, and removes the message on the next attempt', async () => {
  const { send } = await openSettings(
    () => SAVED,
    loseNetwork,
    () => SAVED,
  )
  await send()
  expect((await send()).actionData?.settings).toMatchObject({ begun: { id: '7' }, done: undefined })
  expect(listToasts()).toHaveLength(1)
  expect((await send()).actionData?.settings).toEqual(SAVED)
  expect(listToasts()).toEqual([])
})

test('returns a rejection for a form that is submitted in the background', async () => {
  const { router } = await openSettings(loseNetwork)
  const received: unknown[] = []
  router.subscribe(({ fetchers }) => received.push(fetchers.get('comment')?.data))
  const formData = new FormData()
  formData.set('intent', 'comment')
  formData.set('body', 'Mind the step')
  await router.fetch('comment', 'settings', '/settings', { formMethod: 'post', formData })
  expect(received.find(Boolean)).toMatchObject({
    intent: 'comment',
    rejection: { message: undefined, values: { body: 'Mind the step' } },
  })
  expect(router.state.errors).toBeNull()
})

test.each(['/auth/signup', '/auth/login'])(
  'keeps the text of a member who is sent to %s without a session',
  async (to) => {
    const leave = () => redirect(to)
    const { router, send } = await openSettings(leave, leave, leave)
    router.state.loaderData = { root: { viewer: { id: 'ada' } } }
    const { location, actionData } = await send()
    expect(location.pathname).toBe('/settings')
    expect(actionData?.settings).toMatchObject({ rejection: { values: { name: 'Ada' } } })
    expect(listToasts()).toMatchObject([{ message: expect.stringMatching(/^Not saved: you were signed out.*sign in/) }])
    stubFields()
    expect((await send()).location.pathname).toBe(to)
  },
)

test('follows the redirect of a screen that has stored the form itself', async () => {
  const { router, send } = await openSettings(() => redirect('/auth/login', { headers: FORM_KEPT_HEADERS }))
  router.state.loaderData = { root: { viewer: { id: 'ada' } } }
  expect((await send()).location.pathname).toBe('/auth/login')
  expect(listToasts()).toEqual([])
})

test('leaves redirects and accepted forms unchanged', async () => {
  const { send } = await openSettings(() => redirect('/settings?then=1'))
  expect((await send()).location.search).toBe('?then=1')
  expect(listToasts()).toEqual([])
})

test('says that the text is kept only when the form has a text (runtime 2.5)', async () => {
  const { send } = await openSettings(loseNetwork, loseNetwork)
  await send({ intent: 'mark', kind: 'been', on: 'true' })
  expect(listToasts()).toMatchObject([
    { message: 'Not saved: we could not reach the server. Please try again in a moment.' },
  ])
  stubFields({ name: 'note', value: 'Mind\nthe step' })
  await send({ intent: 'note', note: 'Mind\r\nthe step' })
  expect(listToasts()).toMatchObject([{ message: expect.stringContaining('What you typed is still here.') }])
})

test('describes the next step for each failure', () => {
  const describe = (status: number) => describeFailedSave({ status, statusText: '', internal: false, data: '' }, false)
  expect(describe(404)).toContain('no longer exists')
  expect(describe(413)).toContain('too large')
  expect(describe(429)).toContain('Wait a minute')
  expect(describe(500)).toContain('try again in a moment')
  expect(describeFailedSave(new TypeError('Failed to fetch'), false)).toContain('try again in a moment')
  vi.stubGlobal('navigator', { onLine: false })
  onTestFinished(() => void vi.unstubAllGlobals())
  expect(describeFailedSave(new TypeError('Failed to fetch'), true)).toContain('you are offline')
})
