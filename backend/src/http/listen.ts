import type { Server } from 'node:http'
import { createServer } from 'node:net'

/**
 * The number of sockets that listen on the port. Node accepts one connection per socket and turn of the event loop (libuv 1.52).
 * On a busy server a turn takes up to 300 ms, so that with one socket the last of 200 visitors was let in after 17 s.
 */
const SOCKETS = 16

export interface Address {
  port: number
  host: string
}

/**
 * Listens on several sockets of one port, so that new visitors get in while the server is busy. Where the system cannot share a
 * port, it listens on one. Returns the function that accepts no more connections. Rejects with the system's error, such as
 * EADDRINUSE when another program has the port.
 */
export async function listen(server: Server, { port, host }: Address): Promise<() => void> {
  await checkFree({ port, host })
  const isShared = await open(server, { port, host, reusePort: true }).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code !== 'ENOTSUP' && error.code !== 'EINVAL') throw error
      return false
    },
  )
  if (!isShared) {
    await open(server, { port, host })
    return () => void server.close()
  }
  const others = Array.from({ length: SOCKETS - 1 }, () =>
    createServer((socket) => void server.emit('connection', socket)),
  )
  const address = server.address()
  const shared = { port: typeof address === 'object' && address ? address.port : port, host, reusePort: true }
  for (const other of others) await open(other, shared)
  return () => {
    for (const listener of [server, ...others]) listener.close()
  }
}

/** Programs that share a port would each get a part of its visitors. So the port must be free. */
async function checkFree(address: Address): Promise<void> {
  const probe = createServer()
  await open(probe, address)
  await new Promise((closed) => probe.close(closed))
}

function open(server: ReturnType<typeof createServer>, options: Address & { reusePort?: boolean }): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(options, () => {
    server.off('error', reject)
    resolve()
  })
  return promise
}
