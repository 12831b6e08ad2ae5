import type { Context } from 'hono'
import type { Claims } from '../../http/tokens/tokens.ts'
import type { AuthDependencies } from '../kernel/dependencies.ts'
import type { SessionRow } from '../tables/session-row.ts'
import type { UserRow } from '../tables/user-row.ts'

/** The signed-in member, set by the guard requireUser. */
export interface SignedIn {
  user: UserRow
  /** Undefined for a token without session_id, such as one signed by an operator. */
  session: SessionRow | undefined
  claims: Claims
}

/** The operator on admin endpoints, set by the guard requireAdmin. */
export interface Admin {
  role: string
}

export interface AuthEnv {
  /** Present when the request arrived on a socket of this process. */
  Bindings: { incoming?: { socket: { remoteAddress?: string | undefined } } }
  Variables: {
    dependencies: AuthDependencies
    /** Settles when the work of the request has ended, which may be after its response. */
    work: Promise<void> | undefined
    /** The claims of the request's token, while verification runs. Undefined without a token. */
    verified: Promise<Claims> | undefined
    /** The audience of a member's token. */
    audience: string | undefined
    /** The fields of a form body, on endpoints that accept forms. */
    form: Record<string, string> | undefined
    signedIn: SignedIn
    admin: Admin
  }
}

export type AuthRequest = Context<AuthEnv>
