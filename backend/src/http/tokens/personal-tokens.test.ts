import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { createPersonalTokens, PERSONAL_TOKEN_REQUESTS_PER_MINUTE } from './personal-tokens.ts'
import { READER_ID } from './token-scopes.ts'

const ID = '5b0c0c5c-0000-4000-8000-000000000001'
const MEMBER = '5b0c0c5c-0000-4000-8000-000000000002'
const TOKEN = complete(`hab_${'a'.repeat(30)}`)

function complete(body: string): string {
  return body + createHash('sha256').update(body).digest('hex').slice(0, 6)
}

function setUp(scopes: ('read' | 'own' | 'write')[] = ['read']) {
  const clock = { now: 1_000_000 }
  const reads: string[] = []
  let isRevoked = false
  const tokens = createPersonalTokens(
    async (hash) => {
      reads.push(hash.toString('hex'))
      return isRevoked ? undefined : { id: ID, userId: MEMBER, scopes, expiresAt: new Date(clock.now + 3_600_000) }
    },
    () => clock.now,
  )
  return { clock, reads, tokens, revoke: () => (isRevoked = true) }
}

test('reads a token once in ten seconds, by its hash', async () => {
  const { clock, reads, tokens } = setUp()
  await Promise.all([tokens.authenticate(TOKEN), tokens.authenticate(TOKEN)])
  clock.now += 9_999
  await tokens.authenticate(TOKEN)
  expect(reads).toEqual([createHash('sha256').update(TOKEN).digest('hex')])
  clock.now += 1
  await tokens.authenticate(TOKEN)
  expect(reads).toHaveLength(2)
})

test('rejects a revoked token immediately after a notification, and after ten seconds without one', async () => {
  const { clock, tokens, revoke } = setUp()
  await tokens.authenticate(TOKEN)
  revoke()
  await tokens.authenticate(TOKEN)
  clock.now += 10_000
  await expect(tokens.authenticate(TOKEN)).rejects.toMatchObject({ status: 401 })
  const other = setUp()
  await other.tokens.authenticate(TOKEN)
  other.revoke()
  other.tokens.clear()
  await expect(other.tokens.authenticate(TOKEN)).rejects.toMatchObject({ status: 401 })
})

test('rejects a token with a wrong shape or checksum without a query', async () => {
  const { reads, tokens } = setUp()
  for (const text of ['', 'hab_', TOKEN.slice(0, -1), `${TOKEN}0`, `${TOKEN.slice(0, -6)}000000`, ` ${TOKEN}`])
    await expect(tokens.authenticate(text)).rejects.toMatchObject({ status: 401, code: 'invalid_token' })
  expect(reads).toEqual([])
})

test('gives a token without access to the data of its owner an id that no member has, and every token a client_id', async () => {
  const { claims, scoped } = await setUp().tokens.authenticate(TOKEN)
  expect(claims).toMatchObject({ sub: READER_ID, role: 'authenticated', client_id: ID, scope: 'read' })
  expect(scoped).toEqual({ memberId: MEMBER, mayWrite: false })
  const writer = await setUp(['read', 'own', 'write']).tokens.authenticate(TOKEN)
  expect(writer.claims).toMatchObject({ sub: MEMBER, client_id: ID })
  expect(writer.scoped?.mayWrite).toBe(true)
})

test('limits the requests of a token per minute', async () => {
  const { clock, tokens } = setUp()
  for (let i = 0; i < PERSONAL_TOKEN_REQUESTS_PER_MINUTE; i++) await tokens.authenticate(TOKEN)
  await expect(tokens.authenticate(TOKEN)).rejects.toMatchObject({ status: 429 })
  clock.now += 60_000
  await tokens.authenticate(TOKEN)
})

test('does not cache a failed query', async () => {
  let isDown = true
  const tokens = createPersonalTokens(async () => {
    if (isDown) throw new Error('down')
    return { id: ID, userId: MEMBER, scopes: ['read'], expiresAt: new Date(Date.now() + 1000) }
  })
  await expect(tokens.authenticate(TOKEN)).rejects.toThrow('down')
  isDown = false
  await tokens.authenticate(TOKEN)
})
