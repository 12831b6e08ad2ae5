import type { IncomingMessage } from 'node:http'
import { toNetwork } from '../../http/connections/network.ts'
import type { Identity, VerifyKey } from '../authorization/verify-token.ts'
import type { Hub } from '../channels/hub.ts'
import { tooManyConnections, tooManyJoins, unknownVersion } from '../errors.ts'
import type { Version } from '../protocol/message.ts'
import type { SocketRegistry } from './socket-registry.ts'

/** A verified request to open a socket. */
export interface Handshake {
  version: Version
  identity: Identity
  /** The headers that policies may read. */
  headers: Record<string, string>
  /** The client address, or its network for IPv6. */
  address: string
}

/** Verifies version, limits and key of a request. Throws the error of a rejected handshake (realtime 1). */
export async function verifyHandshake(
  request: IncomingMessage,
  hub: Hub,
  { registry, verifyKey }: { registry: SocketRegistry; verifyKey: VerifyKey },
): Promise<Handshake> {
  const { searchParams } = new URL(request.url ?? '/', 'http://localhost')
  const version = parseVersion(searchParams.get('vsn'))
  const address = toNetwork(String(request.headers['x-forwarded-for'] ?? request.socket.remoteAddress ?? ''))
  requireRoom(hub, registry, address)
  if (hub.meters.joins.exceeds(address, hub.settings.maxJoinsPerSecond)) throw tooManyJoins()
  const headers = pickHeaders(request)
  const identity = await verifyKey(headers['x-api-key'] ?? searchParams.get('apikey') ?? undefined)
  await hub.bans.requireNotBanned(identity)
  // Others may have connected in the meantime.
  requireRoom(hub, registry, address)
  return { version, identity, headers, address }
}

function parseVersion(text: string | null): Version {
  if (text === null || text === '1.0.0') return '1.0.0'
  if (text === '2.0.0') return '2.0.0'
  throw unknownVersion()
}

function requireRoom({ settings, isClosing }: Hub, registry: SocketRegistry, address: string): void {
  const { maxConnections, maxConnectionsPerAddress } = settings
  const isFull = registry.count() >= maxConnections || registry.countOf(address) >= maxConnectionsPerAddress
  if (isFull || isClosing) throw tooManyConnections()
}

/** Policies may read the headers that start with `x-`. */
function pickHeaders({ headers }: IncomingMessage): Record<string, string> {
  const picked = Object.entries(headers).flatMap(([name, value]) =>
    name.startsWith('x-') && value !== undefined ? [[name, String(value)] as const] : [],
  )
  return Object.fromEntries(picked)
}
