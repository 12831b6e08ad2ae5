import { expect, test } from 'vitest'
import { AppError } from '../../http/app-error.ts'
import { SessionUnknownError } from '../../http/tokens/app-sessions.ts'
import type { PersonalTokens } from '../../http/tokens/caller.ts'
import { createJwtVerifier } from './verify-jwt.ts'

const personalTokens: PersonalTokens = {
  async authenticate(token) {
    if (token === 'hab_busy') throw new AppError(429, 'token_busy', 'Try again in a minute.')
    if (token === 'hab_down') throw new Error('no database')
    if (token === 'hab_other') throw new AppError(401, 'invalid_token', 'Not valid.')
    return { role: 'authenticated', claims: {}, scoped: { memberId: 'a', mayWrite: token === 'hab_write' } }
  },
  clear() {},
}
const verify = createJwtVerifier({ verify: () => Promise.reject(new Error('no session token')) }, personalTokens)
const call = (token: string, method: string) => verify(new Headers({ authorization: `Bearer ${token}` }), method)

test('accepts personal access tokens, but read-only ones only for GET and HEAD', async () => {
  await call('hab_write', 'POST')
  await call('hab_read', 'GET')
  await call('hab_read', 'HEAD')
  for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'])
    await expect(call('hab_read', method)).rejects.toMatchObject({ status: 403, code: 'INSUFFICIENT_SCOPE' })
})

test('rejects unknown personal access tokens and those that make too many requests', async () => {
  await expect(call('hab_other', 'GET')).rejects.toMatchObject({ status: 401, code: 'UNAUTHORIZED_PERSONAL_TOKEN' })
  await expect(call('hab_busy', 'GET')).rejects.toMatchObject({ status: 429 })
})

test('says that a personal access token cannot be checked while the database is down (functions 2.3)', async () => {
  await expect(call('hab_down', 'GET')).rejects.toMatchObject({ status: 503, isRelayError: true })
})

test('says that the token of a connected app cannot be checked while its session is unknown (functions 2.3)', async () => {
  const unknown = () => Promise.reject(new SessionUnknownError('unknown', {}, 'exp', 'check_failed'))
  const header = Buffer.from('{"alg":"ES256"}').toString('base64url')
  const headers = new Headers({ authorization: `Bearer ${header}.e.s` })
  const called = createJwtVerifier({ verify: unknown }, personalTokens)(headers, 'GET')
  await expect(called).rejects.toMatchObject({ status: 503, isRelayError: true })
})

test('accepts connected apps, but read-only ones only for GET and HEAD, even from the cache', async () => {
  const header = Buffer.from('{"alg":"ES256"}').toString('base64url')
  const asApp = async (scope: string, method: string) => {
    const claims = { sub: 'a', role: 'authenticated', client_id: 'walks', scope }
    const verifyApp = createJwtVerifier({ verify: async () => claims }, personalTokens)
    const headers = new Headers({ authorization: `Bearer ${header}.e.s` })
    await verifyApp(headers, 'GET')
    await verifyApp(headers, method)
  }
  await asApp('read write', 'POST')
  for (const scope of ['read', 'own', 'email'])
    await expect(asApp(scope, 'POST')).rejects.toMatchObject({ status: 403, code: 'INSUFFICIENT_SCOPE' })
})
