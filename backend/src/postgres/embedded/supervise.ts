import type { ServerProcess } from './server-process.ts'

/** The number of deaths within the window after which restarting does not help. */
const RESTARTS_MAX = 3
const RESTART_WINDOW_MS = 60_000

/** A server that is restarted when it dies. */
export interface SupervisedServer {
  /** Settles with the reason when the server died and could not be restarted. */
  lost: Promise<Error>
  stop(): Promise<void>
}

/** Starts a server and keeps it running until `stop`. Throws when the first start fails. */
export async function supervise(
  start: () => Promise<ServerProcess>,
  notice: (line: string) => void,
): Promise<SupervisedServer> {
  const { promise: lost, resolve: giveUp } = Promise.withResolvers<Error>()
  const restarts: number[] = []
  let stopping = false
  let current = await start()
  let restarting: Promise<void> = Promise.resolve()

  const watch = () => {
    void current.ended.then((reason) => {
      if (!stopping) restarting = restart(reason)
    })
  }
  const restart = async (reason: string) => {
    restarts.push(Date.now())
    const recent = restarts.filter((time) => time > Date.now() - RESTART_WINDOW_MS)
    if (recent.length > RESTARTS_MAX) return giveUp(new Error(`PostgreSQL keeps crashing: ${reason}.`))
    notice(`PostgreSQL ended unexpectedly: ${reason}. Starting it again.`)
    try {
      current = await start()
      watch()
    } catch (error) {
      giveUp(error instanceof Error ? error : new Error(String(error)))
    }
  }
  watch()

  const stop = async () => {
    stopping = true
    await restarting
    await current.stop()
  }
  return { lost, stop }
}
