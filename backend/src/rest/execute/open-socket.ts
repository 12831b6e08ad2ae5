import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** Where postgres.js would connect to, as it hands it to a maker of sockets: the first host that answers. */
export interface SocketAddress {
  path: string | false | undefined
  host: string[]
  port: number[]
  ssl: unknown
}

/** Connects for postgres.js, and tells of the socket where it stays as it is: postgres.js encrypts by another one on top. */
export async function openSocket(address: SocketAddress, onSocket: (socket: Socket) => void): Promise<Socket> {
  const socket = address.path ? await open(connect(address.path)) : await openFirst(address)
  if (!address.ssl) onSocket(socket)
  return socket
}

async function openFirst({ host: hosts, port: ports, ssl }: SocketAddress): Promise<Socket> {
  let failure: unknown
  for (const [i, host] of hosts.entries()) {
    const port = ports[i] ?? 5432
    try {
      // postgres.js asks the socket for its host when it checks a certificate.
      return Object.assign(await open(connect(port, host)), { host, port, ssl })
    } catch (error) {
      failure = error
    }
  }
  throw failure
}

async function open(socket: Socket): Promise<Socket> {
  await once(socket, 'connect')
  return socket
}
