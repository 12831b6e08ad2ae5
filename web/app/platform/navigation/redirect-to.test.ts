import { expect, test } from 'vitest'
import { redirectTo } from './redirect-to.ts'

function describe(response: Response): [status: number, location: string | null, reloads: boolean] {
  const { status, headers } = response
  return [status, headers.get('location'), headers.get('x-remix-reload-document') === 'true']
}

test('redirects with 302 by default and for invalid statuses (runtime 4.5)', () => {
  expect(describe(redirectTo('/explore'))).toEqual([302, '/explore', false])
  for (const redirectCode of [301, 302, 303, 307, 308]) {
    expect(describe(redirectTo('/explore', { redirectCode }))[0]).toBe(redirectCode)
  }
  for (const redirectCode of [0, 100, 200, 300, 304, 404, 999, Number.NaN]) {
    expect(describe(redirectTo('/explore', { redirectCode }))[0]).toBe(302)
  }
})

test('keeps a location on the origin, and normalises an external one (runtime 4.5)', () => {
  expect(() => redirectTo('//evil.example')).toThrow('Navigating to an external URL is not allowed by default.')
  expect(describe(redirectTo('https://OTHER.example', { external: true }))).toEqual([
    302,
    'https://other.example/',
    true,
  ])
  expect(describe(redirectTo('//other.example', { external: true }))).toEqual([302, '//other.example/', true])
})

test('loads the full page when an external redirect is allowed (runtime 4.4)', () => {
  expect(describe(redirectTo('https://other.example/', { external: true }))[2]).toBe(true)
  expect(describe(redirectTo('/about', { external: true }))).toEqual([302, '/about', true])
})

test('never redirects to a script URL (runtime 4.3)', () => {
  for (const to of ['javascript:alert(1)', 'data:text/html,x', 'vbscript:x', 'blob:x']) {
    expect(() => redirectTo(to, { external: true })).toThrow('Cannot navigate to a URL with')
  }
})

test('can replace the history entry, and carries its headers (runtime 4.7)', () => {
  const response = redirectTo('/', { replace: true, headers: { 'set-cookie': 'a=b' } })
  expect(response.headers.get('x-remix-replace')).toBe('true')
  expect(response.headers.get('set-cookie')).toBe('a=b')
})

test('percent-encodes a location once, in any script (runtime 4.7)', () => {
  for (const to of ['/café?q=ü#ö', '/caf%C3%A9?q=%C3%BC#%C3%B6']) {
    expect(describe(redirectTo(to))[1]).toBe('/caf%C3%A9?q=%C3%BC#%C3%B6')
  }
  expect(describe(redirectTo('/city/東京'))[1]).toBe('/city/%E6%9D%B1%E4%BA%AC')
  expect(describe(redirectTo('/city/50%'))[1]).toBe('/city/50%')
  expect(describe(redirectTo('?q=ü'))[1]).toBe('?q=%C3%BC')
})
