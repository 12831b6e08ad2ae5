import { expect, test } from 'vitest'
import { readRouteRules } from './route-rules-config.ts'

test("merges the operator's rules with ours, and sends redirects to pages (runtime 5.2)", () => {
  expect(readRouteRules({})).toEqual({
    routeRules: { '/about': { prerender: true }, '/**': { appMiddleware: { 'bot-log': true } } },
    redirectRules: undefined,
  })
  const ROUTE_RULES = '{"/old/**":{"redirect":"/explore"},"/spot/**":{"appMiddleware":{"bot-log":false}}}'
  const { routeRules, redirectRules } = readRouteRules({ ROUTE_RULES })
  expect(Object.keys(routeRules)).toEqual(['/about', '/**', '/old/**', '/spot/**'])
  expect(redirectRules).toEqual({ '/old/**': { redirect: '/explore' } })
})

test('rejects invalid rules and script URLs at start (runtime 5.3)', () => {
  const wrong = [
    'x',
    '{"old":{"redirect":"/explore"}}',
    '{"/old":{"redirect":"explore"}}',
    '{"/old":{"redirect":"javascript:alert(1)"}}',
    '{"/old":{"redirect":{"to":"/explore","statusCode":200}}}',
    '{"/old":{"redirects":"/explore"}}',
  ]
  for (const ROUTE_RULES of wrong) {
    expect(() => readRouteRules({ ROUTE_RULES }), ROUTE_RULES).toThrow(/^Invalid settings:\n {2}ROUTE_RULES/)
  }
})
