import type { Config } from '../config.ts'
import { bindSockets } from '../http/connections/listen.ts'
import { createLog } from '../http/log.ts'
import { describeFailure, describeListenError } from '../start/describe-failure.ts'
import { openStore, type Store } from '../start/store.ts'
import { ignoreClosedOutput } from '../unhandled-errors.ts'
import { createWebProcesses } from './create-web-processes.ts'
import { launchProcess } from './launch-process.ts'

interface PrimaryOptions {
  /** The file of the program that each web process runs. */
  program: string
  /** The number of web processes. */
  count: number
  config: Config
  /** False where the services run elsewhere. */
  hasBackend: boolean
}

/**
 * Runs the primary process of a site: it owns the port and the embedded database, and starts and replaces the web
 * processes. SIGINT and SIGTERM stop everything; SIGUSR2 starts a rolling restart. Exits with status 1 when the site
 * cannot start or continue.
 */
export async function runPrimary({ program, count, config, hasBackend }: PrimaryOptions): Promise<void> {
  ignoreClosedOutput()
  const log = createLog(config.logLevel)
  let store: Store | undefined
  const exit = async (status: number) => {
    await store?.close()
    process.exit(status)
  }
  try {
    const sockets = await bindSockets(config).catch((error: unknown) => {
      throw describeListenError(error, config)
    })
    // One more runs while processes are replaced.
    const isOurs = hasBackend && config.databaseUrl === undefined
    const opened = isOurs ? openStore(config, log, { processes: count + 1 }) : Promise.resolve(undefined)
    const descriptors = sockets.map((socket) => socket.fd())
    const webProcesses = createWebProcesses({
      count,
      sockets: sockets.length,
      launch: (number) => launchProcess(program, number, descriptors),
      placement: opened.then((ready) => ({ address: ready?.address, processes: count })),
      log,
    })
    const end = async (status: number) => {
      await webProcesses.end()
      await exit(status)
    }
    // The first process loads its program while the database starts.
    const started = webProcesses.start()
    try {
      store = await opened
    } catch (error) {
      process.stderr.write(describeFailure(error))
      return await end(1)
    }
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end(0))
    process.on('SIGUSR2', () => void webProcesses.restart())
    void store?.lost.then((error) => {
      process.stderr.write(describeFailure(error))
      return end(1)
    })
    const welcome = await started
    // The process has printed the reason.
    if (welcome === undefined) return await end(1)
    process.stdout.write(`${welcome} (${Math.round(performance.now())} ms)\n`)
  } catch (error) {
    process.stderr.write(describeFailure(error))
    await exit(1)
  }
}
