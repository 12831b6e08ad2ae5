import { randomBytes } from 'node:crypto'
import type { AuthDependencies, Statements } from '../../kernel/dependencies.ts'
import { skipCounter } from '../../tables/refresh-counters.ts'
import { createRefreshToken, findCurrentToken, revokeTokensOfSession } from '../../tables/refresh-tokens.ts'
import type { FirstRefreshToken } from '../../tables/sessions.ts'
import { formatCountedToken } from './counted-token.ts'

const BASE32 = 'abcdefghijklmnopqrstuvwxyz234567'
const TOKEN_LENGTH = 12
const KEY_BYTES = 32

/** Creates a refresh token of version 1: 60 random bits in 12 characters. */
export function createRefreshTokenText(): string {
  return [...randomBytes(TOKEN_LENGTH)].map((byte) => BASE32[byte % BASE32.length]).join('')
}

export function createFirstRefreshToken({ settings }: AuthDependencies, sessionId: string): FirstRefreshToken {
  if (settings.refreshTokenVersion === 1) {
    const text = createRefreshTokenText()
    return { text, row: text, key: null }
  }
  const key = randomBytes(KEY_BYTES)
  return { text: formatCountedToken({ sessionId, counter: 0 }, key), row: null, key: key.toString('base64url') }
}

/**
 * Replaces the refresh token of a session after its assurance level was raised. The version stays, and the old token
 * becomes invalid.
 */
export async function renewRefreshToken(
  dependencies: AuthDependencies,
  sql: Statements,
  { sessionId, userId }: { sessionId: string; userId: string },
): Promise<string> {
  const counted = await skipCounter(sql, sessionId)
  if (counted) return formatCountedToken({ sessionId, counter: counted.counter }, Buffer.from(counted.key, 'base64url'))
  const now = dependencies.now()
  const token = createRefreshTokenText()
  const parent = (await findCurrentToken(sql, sessionId))?.token ?? null
  await revokeTokensOfSession(sql, sessionId, now)
  await createRefreshToken(sql, { token, parent, sessionId, userId, now })
  return token
}
