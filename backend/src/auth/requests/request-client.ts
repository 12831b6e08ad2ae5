import { isIP, isIPv6, SocketAddress } from 'node:net'
import type { RequestClient } from '../kernel/dependencies.ts'
import type { AuthSettings } from '../settings.ts'
import type { AuthRequest } from './context.ts'

const USER_AGENT_LENGTH = 512

/** The first valid address of X-Forwarded-For, else the socket's; where it is set so, the first of Sb-Forwarded-For. Contract §1. */
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

/** An address with a zone (`fe80::1%eth0`) means something on one machine only, and inet does not know it. */
function isStorableAddress(address: string): boolean {
  return isIP(address) !== 0 && !address.includes('%')
}

/**
 * One spelling for one address, that of inet (RFC 5952): challenges, limits and sessions compare addresses as text.
 * An IPv4 address that came through an IPv6 socket is the IPv4 one.
 */
function toCanonical(address: string): string {
  if (!isIPv6(address)) return address
  const canonical = new SocketAddress({ address, family: 'ipv6' }).address
  return canonical.replace(/^::ffff:(?=\d+\.)/, '')
}

/** The audience of a request, of its header, its token or the settings: look-ups by e-mail and phone stay within it. Contract §1. */
export function getAudience(request: AuthRequest): string {
  const { audience, dependencies } = request.var
  return request.req.header('x-jwt-aud') || audience || dependencies.settings.jwtAudience
}
