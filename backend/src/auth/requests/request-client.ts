import { isIP, isIPv6, SocketAddress } from 'node:net'
import type { RequestClient } from '../kernel/dependencies.ts'
import type { AuthSettings } from '../settings.ts'
import type { AuthRequest } from './context.ts'

const USER_AGENT_LENGTH = 512

/**
 * Reads the client's address: the first valid address of X-Forwarded-For, otherwise the socket's. If enabled, the first
 * of Sb-Forwarded-For takes precedence (auth 1).
 */
export function readClient(
  request: AuthRequest,
  { sbForwardedFor }: Pick<AuthSettings, 'sbForwardedFor'>,
): RequestClient {
  const fromGateway = sbForwardedFor ? split(request.req.header('sb-forwarded-for')).slice(0, 1) : []
  const forwarded = split(request.req.header('x-forwarded-for'))
  const ip = [...fromGateway, ...forwarded, request.env?.incoming?.socket.remoteAddress ?? ''].find(isStorableAddress)
  return {
    ip: ip ? toCanonical(ip) : null,
    userAgent: (request.req.header('user-agent') ?? '').slice(0, USER_AGENT_LENGTH),
  }
}

function split(header = ''): string[] {
  return header.split(',').map((part) => part.trim())
}

/** An address with a zone (`fe80::1%eth0`) is local to one machine, and the type inet does not support it. */
function isStorableAddress(address: string): boolean {
  return isIP(address) !== 0 && !address.includes('%')
}

/**
 * Returns the canonical spelling that inet uses (RFC 5952), because challenges, limits and sessions compare addresses
 * as text. IPv4 addresses on IPv6 sockets become plain IPv4.
 */
export function toCanonical(address: string): string {
  if (!isIPv6(address)) return address
  const canonical = new SocketAddress({ address, family: 'ipv6' }).address
  return canonical.replace(/^::ffff:(?=\d+\.)/, '')
}

/**
 * Returns the audience of a request, from its header, its token or the settings. Look-ups by email and phone stay
 * within it (auth 1).
 */
export function getAudience(request: AuthRequest): string {
  const { audience, dependencies } = request.var
  return request.req.header('x-jwt-aud') || audience || dependencies.settings.jwtAudience
}
