import { lookup } from 'node:dns/promises'
import type { Server } from 'node:http'
import { BoundSocket, createServer, Server as NetServer } from 'node:net'

/**
 * The number of sockets that listen on the port. Node accepts one connection per socket and turn of the event loop
 * (libuv 1.52). On a busy server a turn takes up to 300 ms, so that with one socket the last of 200 connections was
 * accepted after 17 s.
 */
const SOCKETS = 16

export interface Address {
  port: number
  host: string
}

/**
 * Listens on several sockets of one port, so that new connections are accepted soon while the server is busy. Where the
 * system cannot share a port, it listens on one. Returns the function that accepts no more connections. Rejects with
 * the system's error, such as EADDRINUSE when another program has the port.
 */
export async function listen(server: Server, { port, host }: Address): Promise<() => void> {
  await checkFree({ port, host })
  const isShared = await open(server, { port, host, reusePort: true }).then(
    () => true,
    (error: unknown) => {
      if (!isSharingUnsupported(error)) throw error
      return false
    },
  )
  if (!isShared) {
    await open(server, { port, host })
    return () => void server.close()
  }
  const others = Array.from({ length: SOCKETS - 1 }, () => createListener(server))
  const address = server.address()
  const shared = { port: typeof address === 'object' && address ? address.port : port, host, reusePort: true }
  for (const other of others) await open(other, shared)
  return () => {
    for (const listener of [server, ...others]) listener.close()
  }
}

/** Creates a listener that passes its connections to an HTTP server, with the options of the HTTP server's own. */
function createListener(server: Server): NetServer {
  return createServer({ allowHalfOpen: true, noDelay: true }, (socket) => void server.emit('connection', socket))
}

/**
 * Binds sockets to a port, which several processes then share. They do not listen yet. Falls back to one socket where
 * the system cannot share a port. Rejects like {@link listen}.
 */
export async function bindSockets({ port, host }: Address): Promise<BoundSocket[]> {
  await checkFree({ port, host })
  const { address } = await lookup(host)
  const bind = () => new BoundSocket({ port, host: address, reusePort: true })
  try {
    return Array.from({ length: SOCKETS }, bind)
  } catch (error) {
    if (!isSharingUnsupported(error)) throw error
    return [new BoundSocket({ port, host: address })]
  }
}

/**
 * Listens on inherited sockets. The connections that wait on them are not lost when this process stops, because other
 * processes have the sockets too. Returns the function that accepts no more connections and keeps the open ones.
 */
export async function listenOnSockets(server: Server, descriptors: readonly number[]): Promise<() => void> {
  const listeners = await Promise.all(
    descriptors.map(async (fd) => {
      // The HTTP server checks its timeouts only if it listens itself.
      const listener = server.listening ? createListener(server) : server
      await open(listener, { fd })
      return listener
    }),
  )
  return () => {
    // An HTTP server would also close its idle connections, on which the next request may be on its way.
    for (const listener of listeners) NetServer.prototype.close.call(listener)
  }
}

function isSharingUnsupported(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ENOTSUP' || error.code === 'EINVAL')
}

/** Programs that share a port would each get a part of its visitors. So the port must be free. */
async function checkFree(address: Address): Promise<void> {
  const probe = createServer()
  await open(probe, address)
  await new Promise((closed) => probe.close(closed))
}

function open(server: NetServer, options: (Address & { reusePort?: boolean }) | { fd: number }): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(options, () => {
    server.off('error', reject)
    resolve()
  })
  return promise
}
