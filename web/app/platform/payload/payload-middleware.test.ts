import { RouterContextProvider } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'
import { guard } from '../guard/guard.ts'
import { payloadMiddleware, shouldRevalidateRoot } from './payload-middleware.ts'
import { listPrerenderedPaths } from './prerendered-paths.ts'

const at = (path: string) => new URL(path, 'http://here')
const sendRequest = (from: string, to: string, formMethod?: 'GET' | 'POST', actionStatus?: number) =>
  shouldRevalidateRoot({ currentUrl: at(from), nextUrl: at(to), ...(formMethod && { formMethod, actionStatus }) })

test('requests nothing from the server when navigating to a prerendered page (runtime 7.1)', () => {
  expect(sendRequest('/', '/about')).toBe(false)
  expect(sendRequest('/explore?q=x', '/About/#privacy')).toBe(false)
})

test('revalidates for forms, other pages and explicit requests (runtime 7.1)', () => {
  expect(sendRequest('/', '/about', 'POST')).toBe(true)
  expect(sendRequest('/about', '/about')).toBe(true)
  expect(sendRequest('/about', '/')).toBe(true)
  expect(sendRequest('/', '/explore')).toBe(true)
})

test('skips revalidation when a form submission fails (runtime 7.1)', () => {
  expect(sendRequest('/submit', '/submit', 'POST', 503)).toBe(false)
  expect(sendRequest('/submit', '/submit', 'POST', 400)).toBe(false)
  expect(sendRequest('/submit', '/spot/x', 'POST', 200)).toBe(true)
})

test('loads the payload before the page, and only when the path changes (runtime 7.1)', async () => {
  const order: string[] = []
  vi.stubGlobal('fetch', async (path: string) => Response.json(order.push(path)))
  onTestFinished(() => void vi.unstubAllGlobals())
  const go = async (from: string, to: string | undefined) => {
    order.length = 0
    const state = { location: { pathname: from }, navigation: { location: to && { pathname: to } } }
    vi.stubGlobal('window', { __reactRouterDataRouter: { state }, __reactRouterManifest: { version: 'b1' } })
    const url = at(to ?? from)
    const args = { request: new Request(url), url, pattern: 'about', params: {}, context: new RouterContextProvider() }
    await payloadMiddleware(args, async () => {
      order.push('page')
      return {}
    })
    return order
  }
  expect(await go('/', '/about')).toEqual(['/about/_payload.json?b1', 'page'])
  for (const [from, to] of [
    ['/about', '/about'],
    ['/about/', '/About'],
    ['/about', undefined],
    ['/', '/explore'],
  ] as const) {
    expect(await go(from, to), `${from} to ${to}`).toEqual(['page'])
  }
})

test('never prerenders a page that the guard closes (runtime 7.1)', () => {
  expect(listPrerenderedPaths().filter((path) => guard(path, null) !== undefined)).toEqual([])
})
