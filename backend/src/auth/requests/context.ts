import type { Context } from 'hono'
import type { Claims } from '../../http/tokens.ts'
import type { AuthDependencies } from '../kernel/dependencies.ts'
import type { SessionRow } from '../tables/sessions.ts'
import type { UserRow } from '../tables/users.ts'

/** The member who asks, put there by the guard requireUser. */
export interface SignedIn {
  user: UserRow
  /** Undefined for a token without session_id, such as one an operator has signed. */
  session: SessionRow | undefined
  claims: Claims
}

/** The one who asks on admin endpoints, put there by the guard requireAdmin. */
export interface Admin {
  role: string
}

export interface AuthEnv {
  /** Present when the request came over a socket of this process. */
  Bindings: { incoming?: { socket: { remoteAddress?: string | undefined } } }
  Variables: {
    dependencies: AuthDependencies
    /** The claims of the request's token while they are verified; absent where none came. */
    verified: Promise<Claims> | undefined
    /** The audience of a member's token. */
    audience: string | undefined
    /** The fields of a request that was made by a form, where the endpoint takes one. */
    form: Record<string, string> | undefined
    signedIn: SignedIn
    admin: Admin
  }
}

export type AuthRequest = Context<AuthEnv>
