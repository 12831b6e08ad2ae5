import type { AuthRequest } from '../context.ts'
import { errors } from '../errors.ts'
import { grantByCode } from './grant-by-code.ts'
import { grantByPassword } from './grant-by-password.ts'
import { grantByRefreshToken } from './grant-by-refresh-token.ts'

/** POST /token?grant_type=…: one file a grant. Contract §7.2. */
export async function token(request: AuthRequest): Promise<Response> {
  switch (request.req.query('grant_type')) {
    case 'password':
      return grantByPassword(request)
    case 'refresh_token':
      return grantByRefreshToken(request)
    case 'pkce':
      return grantByCode(request)
    case 'web3':
      throw errors.web3Disabled()
    default:
      throw errors.unsupportedGrant()
  }
}
