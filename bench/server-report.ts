import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A message from a benchmark server to the process that started it. */
export interface ServerReport {
  port?: number
  /** CPU time of all its threads since the start, without PostgreSQL's. */
  processorSeconds?: number
  /** The JavaScript heap after a garbage collection, if the server runs with `--expose-gc`. */
  heapMegabytes?: number
  counters?: Record<string, number>
}

/**
 * Opens the server on a free port and reports it. Reports its CPU time, memory and counters on request. Exits with the
 * process that started it.
 */
export function reportTo(
  server: Server,
  end: () => Promise<void> = async () => {},
  readCounters: () => Record<string, number> = () => ({}),
): void {
  const report = (message: ServerReport) => void process.send?.(message)
  // Clients take turns, so their connections are idle for longer than the default of 5 s on a busy machine.
  server.keepAliveTimeout = 0
  server.listen(0, '127.0.0.1', () => report({ port: (server.address() as AddressInfo).port }))
  process.on('message', () => {
    const { user, system } = process.cpuUsage()
    const processorSeconds = (user + system) / 1e6
    globalThis.gc?.()
    report({ processorSeconds, heapMegabytes: process.memoryUsage().heapUsed / 1e6, counters: readCounters() })
  })
  process.once('disconnect', async () => {
    server.closeAllConnections()
    await end()
    process.exit(0)
  })
}
