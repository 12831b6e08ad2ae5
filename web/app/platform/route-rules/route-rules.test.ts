import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findTarget } from '../navigation/target.ts'
import { findRuleRedirect, mergeRouteRules, type RouteRules } from './route-rules.ts'

const rules: RouteRules = {
  '/**': { appMiddleware: { 'bot-log': true } },
  '/old': { redirect: '/explore' },
  '/old/**': { redirect: '/explore?from=old' },
  '/places/**': { redirect: '/spot/**', prerender: false },
  '/places/*/edit': { redirect: { to: '/account', statusCode: 301 }, appMiddleware: { 'bot-log': false, extra: true } },
  '/blog/**': { redirect: 'https://blog.example/**' },
  '/all/**': { redirect: '/**' },
  '/here/**': { redirect: '/here/**' },
}

function redirectOf(address: string): string | undefined {
  return findRuleRedirect(rules, new URL(address, 'https://own.example'))?.to
}

test('merges all rules of a path, the most specific first (runtime 5.2)', () => {
  expect(mergeRouteRules(rules, '/about')).toEqual({ appMiddleware: { 'bot-log': true } })
  expect(mergeRouteRules(rules, '/places/x')).toMatchObject({ redirect: '/spot/**', prerender: false })
  expect(mergeRouteRules(rules, '/places/x/edit')).toEqual({
    redirect: { to: '/account', statusCode: 301 },
    prerender: false,
    appMiddleware: { 'bot-log': false, extra: true },
  })
})

test('matches like the router: in any case, with or without a trailing slash (runtime 5.2)', () => {
  for (const path of ['/old', '/OLD', '/old/']) expect(redirectOf(path)).toBe('/explore')
  for (const path of ['/older', '/x/old', '/places/a/b/edit/x']) expect(redirectOf(path)).not.toBe('/explore')
  expect(redirectOf('/about')).toBeUndefined()
})

test('keeps query and hash, and replaces the wildcard with the rest of the path (runtime 5.3)', () => {
  expect(redirectOf('/old?q=x#map')).toBe('/explore?q=x#map')
  expect(redirectOf('/old/x?q=x')).toBe('/explore?from=old&q=x')
  expect(redirectOf('/places/a/b?do=share#top')).toBe('/spot/a/b?do=share#top')
  expect(redirectOf('/places')).toBe('/spot/')
})

test('redirects with 307 by default, even to another site (runtime 5.3)', () => {
  const find = (path: string) => findRuleRedirect(rules, new URL(path, 'https://own.example'))
  expect(find('/old')).toEqual({ to: '/explore', statusCode: 307 })
  expect(find('/places/x/edit')).toEqual({ to: '/account', statusCode: 301 })
  expect(find('/blog/2026?a=b')).toEqual({ to: 'https://blog.example/2026?a=b', statusCode: 307 })
})

test('never redirects a path to itself (runtime 5.3)', () => {
  expect(redirectOf('/here/a?b')).toBeUndefined()
})

test('never lets a path turn a redirect on the site into an external one (runtime 5.3)', () => {
  for (const path of ['/all//evil.example', '/all/%2F/evil.example', '/all/..//evil.example', '/all/\\evil.example']) {
    const to = redirectOf(path)
    expect(to === undefined || findTarget(to)?.kind, path).not.toBe('external')
    expect(new URL(to ?? '/', 'https://own.example').origin).toBe('https://own.example')
  }
  fc.assert(
    fc.property(fc.string(), (rest) => {
      const url = URL.parse(`https://own.example/all/${rest}`)
      const redirect = url?.host === 'own.example' ? findRuleRedirect(rules, url) : undefined
      expect(new URL(redirect?.to ?? '/', 'https://own.example').origin).toBe('https://own.example')
    }),
  )
})
