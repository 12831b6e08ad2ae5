import { expect, test } from 'vitest'
import { addFlowDeletions } from './flow-cookies.ts'

const settings = { siteUrl: 'https://spots.example/map', supabaseUrl: 'https://spots.example/map' }
const session: [string, string] = ['set-cookie', 'sb-spots-auth-token=base64-x; Path=/map/']
const verifier: [string, string] = ['set-cookie', 'sb-spots-auth-token-flow-abcdefgh-code-verifier=new; Path=/map/']

test('deletes the verifiers of abandoned sign-ins after a successful one, and nothing else (runtime 9.4)', () => {
  const cookieHeader = [
    'sb-spots-auth-token-code-verifier=one',
    'sb-spots-auth-token-flow-ijklmnop-code-verifier=two',
    'sb-spots-auth-token-flows-code-verifier.1=three',
    'sb-other-auth-token-code-verifier=foreign',
    'hereabouts-theme=day',
  ].join('; ')
  const theme: [string, string] = ['set-cookie', 'hereabouts-theme=day']
  const headers = addFlowDeletions([session, verifier, theme], { wasVisitor: true, cookieHeader, settings })
  expect(headers.slice(0, 2)).toEqual([session, theme])
  const deleted = headers.slice(2).map(([, value]) => value)
  expect(deleted.map((value) => value.split('=')[0])).toEqual([
    'sb-spots-auth-token-code-verifier',
    'sb-spots-auth-token-flow-ijklmnop-code-verifier',
    'sb-spots-auth-token-flows-code-verifier.1',
  ])
  for (const value of deleted) expect(value).toMatch(/=; Max-Age=0; Path=\/map\/; Secure; SameSite=Lax/)
})

test('keeps the verifiers of flows in progress (runtime 9.4)', () => {
  const cookieHeader = 'sb-spots-auth-token-code-verifier=one'
  const emptied: [string, string] = ['set-cookie', 'sb-spots-auth-token=; Max-Age=0']
  for (const [headers, wasVisitor] of [
    [[verifier], true],
    [[emptied, verifier], true],
    [[session, verifier], false],
  ] as const) {
    expect(addFlowDeletions([...headers], { wasVisitor, cookieHeader, settings })).toEqual(headers)
  }
})
