import fc from 'fast-check'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { toPageView } from './page-view.ts'
import { PageViewSchema } from './page-view-schema.ts'

test('contains route and path, and only the origin of a referring site (runtime 7.5)', () => {
  expect(toPageView('/spot/abc')).toEqual({ route: '/spot/[id]', path: '/spot/abc' })
  expect(toPageView('/', 'https://search.example/results?q=secret')).toEqual({
    route: '/',
    path: '/',
    referrer: 'https://search.example',
  })
  expect(toPageView('/', 'android-app://com.example')).toEqual({ route: '/', path: '/' })
  expect(toPageView('/nowhere')).toBeUndefined()
  expect(toPageView(`/spot/${'x'.repeat(200)}`)).toBeUndefined()
  expect(toPageView('/', `https://${'x'.repeat(200)}.example/`)).toEqual({ route: '/', path: '/' })
})

test('sends a shape that the server accepts, while the server rejects others (runtime 7.5)', () => {
  fc.assert(
    fc.property(
      fc.constantFrom('/', '/about', '/explore', '/spot/', '/city/'),
      fc.stringMatching(/^\w{1,20}$/),
      (path, tail) => {
        const view = toPageView(path.length > 1 && path.endsWith('/') ? path + tail : path)
        expect(v.is(PageViewSchema, view)).toBe(true)
      },
    ),
  )
  for (const view of [
    { route: '/', path: '/about' },
    { route: '/[...path]', path: '/nowhere' },
    { route: '/spot/[id]', path: `/spot/${'x'.repeat(300)}` },
    { route: '/', path: '/', referrer: 'https://search.example/results?q=secret' },
    { route: '/', path: '/', account: 'ada' },
    { route: '/' },
    'text',
    null,
  ]) {
    expect(v.is(PageViewSchema, view), JSON.stringify(view)).toBe(false)
  }
})
