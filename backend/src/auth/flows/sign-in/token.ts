import * as v from 'valibot'
import { refreshSession } from '../../domain/sessions/refresh-session.ts'
import { errors } from '../../errors.ts'
import { getGrantType, readBody } from '../../requests/body.ts'
import type { AuthRequest } from '../../requests/context.ts'
import { requireWithinLimit } from '../../requests/guards.ts'
import { respondWithTokens } from '../../requests/respond-with-tokens.ts'
import { grantByCode } from './grant-by-code.ts'
import { grantByIdToken } from './grant-by-id-token.ts'
import { grantByPassword } from './grant-by-password.ts'
import { grantByWallet } from './grant-by-wallet.ts'

/** POST /token?grant_type=… (auth 7.2). */
export async function token(request: AuthRequest): Promise<Response> {
  const grantType = getGrantType(request)
  await requireWithinLimit(request, grantType === 'web3' ? 'web3' : 'token')
  switch (grantType) {
    case 'password':
      return grantByPassword(request)
    case 'refresh_token':
      return grantByRefreshToken(request)
    case 'pkce':
      return grantByCode(request)
    case 'id_token':
      return grantByIdToken(request)
    case 'web3':
      return grantByWallet(request)
    default:
      throw errors.unsupportedGrant()
  }
}

const Body = v.object({ refresh_token: v.optional(v.string(), '') })

/** POST /token?grant_type=refresh_token (auth 3.3). */
export async function grantByRefreshToken(request: AuthRequest): Promise<Response> {
  const { refresh_token: token } = await readBody(request, Body)
  return respondWithTokens(request, await refreshSession(request.var.dependencies, { token }))
}
