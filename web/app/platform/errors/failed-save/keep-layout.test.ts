import { createMemoryRouter, data, type MiddlewareFunction } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { validateBy } from '../../page-validation/page-validation.ts'
import { rejectUnmatched } from '../page/not-found.ts'
import { keepLayoutMiddleware } from './keep-layout.ts'

/** The error boundary of the test pages. */
const Nothing = () => null
const OLD = { theme: 'night' }

/** An app whose root, layout and page each may fail, opened at its start page. */
async function openApp({ middleware = [], loadRoot = () => OLD, loadPage = () => null }: Parts = {}) {
  const router = createMemoryRouter(
    [
      {
        id: 'root',
        path: '',
        loader: loadRoot,
        ErrorBoundary: Nothing,
        middleware: [keepLayoutMiddleware, ...middleware] as MiddlewareFunction[],
        children: [
          {
            id: 'frame',
            ErrorBoundary: Nothing,
            children: [
              { id: 'start', index: true },
              { id: 'page', path: 'spot/:id', loader: loadPage },
              { id: 'unmatched', path: '*' },
            ],
          },
        ],
      },
    ],
    { hydrationData: { loaderData: { root: OLD } } },
  )
  vi.stubGlobal('window', { __reactRouterDataRouter: router, location: { hash: '' } })
  onTestFinished(() => void vi.unstubAllGlobals())
  return router
}

interface Parts {
  middleware?: unknown[]
  loadRoot?: () => unknown
  loadPage?: () => unknown
}

function fail(): never {
  throw new TypeError('Failed to fetch')
}

test('keeps the layout and its data when a page rule fails in the browser (runtime 2.1)', async () => {
  const router = await openApp({ middleware: [validateBy({ 'spot/:id': () => false })] })
  await router.navigate('/spot/x?y=1#z')
  expect(router.state.errors).toMatchObject({
    frame: { status: 404, data: { message: 'Page Not Found: /spot/x?y=1#z' } },
  })
  expect(router.state.errors?.frame).toMatchObject({ data: { fatal: true, path: '/spot/x?y=1#z' } })
  expect(router.state.loaderData.root).toEqual(OLD)
  await router.navigate('/')
  expect(router.state.errors).toBeNull()
})

test('rejects a URL without a route in the browser, with its hash (runtime 2.2)', async () => {
  const router = await openApp({ middleware: [rejectUnmatched] })
  await router.navigate('/nope/x?y=1#z')
  const words = 'Page not found: /nope/x?y=1#z'
  expect(router.state.errors).toMatchObject({
    frame: { status: 404, statusText: words, data: { message: words, path: '/nope/x?y=1#z', fatal: false } },
  })
  expect(router.state.loaderData.root).toEqual(OLD)
})

test('limits a failed call to the page, on navigation and on revalidation (runtime 2.5)', async () => {
  let isLost = true
  const call = () => (isLost ? fail() : OLD)
  const router = await openApp({ loadRoot: call, loadPage: call })
  await router.navigate('/spot/x')
  expect(router.state.errors).toEqual({ frame: new TypeError('Failed to fetch') })
  expect(router.state.loaderData.root).toEqual(OLD)
  await router.revalidate()
  expect(router.state.errors).toEqual({ frame: new TypeError('Failed to fetch') })
  isLost = false
  await router.revalidate()
  expect([router.state.errors, router.state.loaderData]).toEqual([null, { root: OLD, page: OLD }])
})

test("shows the page's own error first (runtime 2.5)", async () => {
  const gone = data({ message: 'Gone.' }, { status: 410 })
  const router = await openApp({
    loadRoot: fail,
    loadPage: () => {
      throw gone
    },
  })
  await router.navigate('/spot/x')
  expect(router.state.errors).toMatchObject({ frame: { status: 410 } })
})

test('shows a root failure in the whole window when nothing else is rendered (runtime 2.5)', async () => {
  const router = await openApp({ loadRoot: fail })
  router.state.loaderData = {}
  await router.navigate('/spot/x')
  expect(router.state.errors).toEqual({ root: new TypeError('Failed to fetch') })
})

test('keeps the page when a fetcher fails to load a part of it, but not when the page itself fails', async () => {
  let isOffline = false
  const router = await openApp({ loadPage: () => (isOffline ? fail() : 'loaded') })
  await router.navigate('/spot/x?a=1')
  isOffline = true
  let part: unknown = 'none'
  router.subscribe(({ fetchers }) => {
    part = fetchers.get('more')?.data ?? part
  })
  await router.fetch('more', 'page', '/spot/x?a=2')
  expect(router.state.errors).toBeNull()
  expect(router.state.loaderData.page).toBe('loaded')
  expect(part).toBe('none')
  await router.revalidate()
  expect(router.state.errors).toMatchObject({ frame: { message: 'Failed to fetch' } })
})
