import { expect, test } from 'vitest'
import { OIDC_PROVIDERS } from '../../domain/providers/oidc-providers.ts'
import { isIssuer } from '../../domain/providers/verify-id-token.ts'

const MICROSOFT = 'https://login.microsoftonline.com'
const ANY_TENANT = `${MICROSOFT}/{tenantid}/v2.0`

test.each([
  ['azure', undefined, ANY_TENANT, { iss: `${MICROSOFT}/t1/v2.0`, tid: 't1' }, true],
  ['azure', undefined, ANY_TENANT, { iss: `${MICROSOFT}/t1/v2.0`, tid: 't2' }, false],
  ['azure', undefined, ANY_TENANT, { iss: `${MICROSOFT}/undefined/v2.0` }, false],
  ['azure', undefined, ANY_TENANT, { iss: 'https://evil.test/t1/v2.0', tid: 't1' }, false],
  ['azure', `${MICROSOFT}/t1`, `${MICROSOFT}/t1/v2.0`, { iss: `${MICROSOFT}/t1/v2.0`, tid: 't1' }, true],
  ['azure', `${MICROSOFT}/t1`, `${MICROSOFT}/t1/v2.0`, { iss: `${MICROSOFT}/t2/v2.0`, tid: 't2' }, false],
  ['apple', undefined, 'https://appleid.apple.com', { iss: 'https://account.apple.com' }, true],
  ['google', undefined, 'https://accounts.google.com', { iss: 'accounts.google.com' }, true],
  ['google', undefined, 'https://accounts.google.com', { iss: 'accounts.google.com.evil.test' }, false],
  ['google', 'https://own.test', 'https://own.test', { iss: 'accounts.google.com' }, false],
  ['linkedin_oidc', undefined, 'https://www.linkedin.com/oauth', { iss: 'https://www.linkedin.com' }, true],
  ['slack_oidc', undefined, 'https://slack.com', { iss: 'https://evil.test' }, false],
] as const)(
  'for %s with the URL %s and the issuer %s, decides whether the claims %j are of that issuer: %s (auth 7.2)',
  (name, url, issuer, claims, isRight) => {
    expect(isIssuer({ name, url }, OIDC_PROVIDERS[name], { issuer }, claims)).toBe(isRight)
  },
)
