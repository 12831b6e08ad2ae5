import type { JWTPayload } from 'jose'
import * as v from 'valibot'
import { errors } from '../../errors.ts'
import type { AuthDependencies, Statements } from '../../kernel/dependencies.ts'
import { callHook, hasHook } from './call-hook.ts'

/** The claims that every access token must have. */
const Claims = v.looseObject({
  aud: v.union([v.string(), v.array(v.string())]),
  exp: v.pipe(v.number(), v.integer()),
  iat: v.pipe(v.number(), v.integer()),
  sub: v.string(),
  email: v.string(),
  phone: v.string(),
  role: v.string(),
  aal: v.string(),
  session_id: v.string(),
  is_anonymous: v.boolean(),
})

/** Returns the claims of an access token after the hook `custom_access_token` (auth 6.9). */
export async function customizeClaims<Own extends JWTPayload & { exp: number }>(
  dependencies: AuthDependencies,
  sql: Statements,
  claims: Own,
  authenticationMethod: string,
): Promise<JWTPayload & { exp: number }> {
  if (!hasHook(dependencies, 'customize-access-token')) return claims
  const input = { user_id: claims.sub, claims, authentication_method: authenticationMethod }
  const result = await callHook(dependencies, sql, 'customize-access-token', input)
  const parsed = v.safeParse(Claims, result.claims)
  if (parsed.success) return parsed.output
  throw errors.hookFailed(`the claim ${v.getDotPath(parsed.issues[0]) ?? 'object'} is missing or wrong`)
}
