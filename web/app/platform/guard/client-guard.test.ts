import { createMemoryRouter, type MiddlewareFunction, redirect } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { keepFormMiddleware } from '../errors/failed-save/keep-form.ts'
import { clientGuardMiddleware } from './client-guard.ts'

/** Opens the settings of a member whose browser has lost all cookies. The server redirects their form to the sign-up. */
function openWithoutCookies() {
  const router = createMemoryRouter(
    [
      {
        id: 'root',
        path: '',
        loader: () => ({ viewer: { id: 'ada' } }),
        middleware: [keepFormMiddleware, clientGuardMiddleware] as MiddlewareFunction[],
        children: [
          { id: 'settings', path: 'account/settings', loader: () => 'shown', action: () => redirect('/auth/signup') },
          { id: 'signup', path: 'auth/signup' },
        ],
      },
    ],
    {
      initialEntries: ['/account/settings'],
      hydrationData: { loaderData: { root: { viewer: { id: 'ada' } }, settings: 'shown' } },
    },
  )
  vi.stubGlobal('document', {
    cookie: '',
    documentElement: { dataset: {} },
    querySelectorAll: () => [{ name: 'bio', value: 'A walker' }],
  })
  vi.stubGlobal('window', { __reactRouterDataRouter: router, location: { hash: '' } })
  onTestFinished(() => void vi.unstubAllGlobals())
  return router
}

const formData = new FormData()
formData.set('bio', 'A walker')

test('keeps the page of a form that was rejected because the session has ended', async () => {
  const router = openWithoutCookies()
  await router.navigate('/account/settings', { formMethod: 'post', formData })
  expect(router.state.location.pathname).toBe('/account/settings')
})

test('keeps the page when a form in the background was rejected because the session has ended', async () => {
  const router = openWithoutCookies()
  await router.fetch('bio', 'settings', '/account/settings', { formMethod: 'post', formData })
  expect(router.state.location.pathname).toBe('/account/settings')
})

test('leaves a page for members when it is loaded again without a session', async () => {
  const router = openWithoutCookies()
  await router.revalidate()
  expect(router.state.location.pathname).toBe('/auth/signup')
})
