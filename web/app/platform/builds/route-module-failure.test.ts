import { expect, onTestFinished, test, vi } from 'vitest'
import { isChunkError } from './chunk-error.ts'
import { watchChunkErrors } from './route-module-failure.ts'

/** A page at `/about`, possibly during a navigation, and the URLs that it loaded as a full page. */
function openPage(pending?: { pathname: string; search: string; hash: string }, navigator = { onLine: true }) {
  const loaded: string[] = []
  const location = {
    pathname: '/about',
    search: '',
    hash: '',
    set href(url: string) {
      loaded.push(url)
    },
  }
  const sessionStorage = { getItem: () => null, setItem: () => undefined }
  const router = { state: { navigation: { location: pending } } }
  const page = Object.assign(new EventTarget(), {
    location,
    sessionStorage,
    navigator,
    __reactRouterDataRouter: router,
  })
  vi.stubGlobal('window', page)
  onTestFinished(() => void vi.unstubAllGlobals())
  watchChunkErrors()
  /** Reports a file that did not load, as the bundler does. Returns true if the failure was handled. */
  const failToLoad = (message: string) => {
    const event = Object.assign(new Event('vite:preloadError', { cancelable: true }), { payload: new Error(message) })
    return !page.dispatchEvent(event)
  }
  /** Reports a route module that did not load, as the router does. Returns the module that replaces it. */
  const failScreen = (error: Error) => window.handleRouteModuleFailure?.(error)
  return { loaded, failToLoad, failScreen }
}

const FAILED_SCRIPT = 'Failed to fetch dynamically imported module: https://own.example/assets/map-1.js'

test('loads the full target page when a chunk fails during a navigation (runtime 6.1)', () => {
  const { loaded, failToLoad } = openPage({ pathname: '/explore', search: '?q=x', hash: '#map' })
  expect(failToLoad(FAILED_SCRIPT)).toBe(true)
  expect(loaded).toEqual(['/explore?q=x#map'])
})

test('shows the error page instead of loading the full page while offline (runtime 6.1)', async () => {
  const { loaded, failToLoad, failScreen } = openPage({ pathname: '/explore', search: '', hash: '' }, { onLine: false })
  const error = new TypeError(FAILED_SCRIPT)
  expect(failToLoad(FAILED_SCRIPT)).toBe(false)
  expect((await failScreen(error))?.default).toThrow(error)
  expect(loaded).toEqual([])
})

test('never reloads for a failed prefetch (runtime 6.1)', async () => {
  const { loaded, failScreen } = openPage()
  const error = new TypeError(FAILED_SCRIPT)
  for (let attempt = 0; attempt < 34; attempt += 1) {
    expect((await failScreen(error))?.default).toThrow(error)
  }
  expect(loaded).toEqual([])
})

test('leaves a chunk that fails later to the code that imported it (runtime 6.1)', () => {
  const { loaded, failToLoad } = openPage()
  expect(failToLoad(FAILED_SCRIPT)).toBe(false)
  expect(loaded).toEqual([])
})

test("recognises every browser's message for a failed import (runtime 6.1)", () => {
  for (const message of [
    FAILED_SCRIPT,
    'error loading dynamically imported module: https://own.example/assets/map-1.js',
    'Importing a module script failed.',
  ]) {
    expect(isChunkError(new TypeError(message)), message).toBe(true)
  }
  for (const other of [new TypeError('Failed to fetch'), 'Importing a module script failed.', undefined]) {
    expect(isChunkError(other)).toBe(false)
  }
})

test('ignores a stylesheet that does not preload (runtime 6.4)', () => {
  for (const pending of [undefined, { pathname: '/explore', search: '', hash: '' }]) {
    const { loaded, failToLoad } = openPage(pending)
    expect(failToLoad('Unable to preload CSS for /assets/map-1.css')).toBe(true)
    expect(loaded).toEqual([])
  }
})
