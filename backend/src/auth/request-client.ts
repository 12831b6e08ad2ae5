import { isIP } from 'node:net'
import type { AuthRequest } from './context.ts'

/** Where a request comes from, as sessions and the audit log keep it. */
export interface RequestClient {
  /** Null when nothing tells. */
  ip: string | null
  userAgent: string
}

const USER_AGENT_LENGTH = 512

/** The first valid address of X-Forwarded-For, else the socket's. Contract §1. */
export function getClient(request: AuthRequest): RequestClient {
  const forwarded = (request.req.header('x-forwarded-for') ?? '').split(',').map((part) => part.trim())
  const ip = [...forwarded, request.env?.incoming?.socket.remoteAddress ?? ''].find(isStorableAddress)
  return { ip: ip ?? null, userAgent: (request.req.header('user-agent') ?? '').slice(0, USER_AGENT_LENGTH) }
}

/** An address with a zone (`fe80::1%eth0`) means something on one machine only, and inet does not know it. */
function isStorableAddress(address: string): boolean {
  return isIP(address) !== 0 && !address.includes('%')
}

/** The audience of a request: look-ups by e-mail and phone stay within it. Contract §1. */
export function getAudience(request: AuthRequest): string {
  return request.req.header('x-jwt-aud') || request.var.parts.settings.jwtAudience
}
