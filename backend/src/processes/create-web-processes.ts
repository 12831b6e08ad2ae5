import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../http/log.ts'
import { listInherited, type WebProcess } from './launch-process.ts'
import type { Placement } from './messages.ts'

/** The pauses before a process is started again after repeated failures. The last one repeats. */
const PAUSES_MS = [0, 1000, 2000, 4000, 8000, 16_000, 30_000]
/** A process that lived longer has not failed repeatedly. */
const STABLE_MS = 60_000
/** Processes that have not ended within this time after the request to end are killed. */
const END_TIMEOUT_MS = 12_000

interface WebProcessesOptions {
  count: number
  /** The number of sockets that listen on the port. */
  sockets: number
  launch: (number: number) => WebProcess
  /** Processes load their program while this is pending, and start when it settles. A rejection leaves them waiting. */
  placement: Promise<Omit<Placement, 'isFurther'>>
  log: Log
  pausesMs?: readonly number[]
}

/** The web processes of a site. */
export interface WebProcesses {
  /**
   * Starts the first process and then, in the background, the others. Returns its welcome message once it accepts
   * connections, or undefined if it ended before.
   */
  start(): Promise<string | undefined>
  /** Replaces one process after another, each once its successor serves. */
  restart(): Promise<void>
  end(): Promise<void>
}

/** Creates the web processes that share the sockets of a port, and replaces those that end unexpectedly. */
export function createWebProcesses(options: WebProcessesOptions): WebProcesses {
  const { count, sockets, launch, placement, log, pausesMs = PAUSES_MS } = options
  const positions = Array.from({ length: sockets }, (_, position) => position)
  /** All running processes. `serving` holds the one that accepts connections under each number. */
  const running = new Set<WebProcess>()
  const serving = new Map<number, WebProcess>()
  const failures = new Map<number, number>()
  let choresBy: WebProcess | undefined
  let isEnding = false
  let restarting: Promise<void> | undefined

  const begin = (number: number, isFurther: boolean) => {
    const begun = launch(number)
    running.add(begun)
    void begun.ended.then(() => running.delete(begun))
    placement.then(
      (settled) => begun.send({ kind: 'start', placement: { ...settled, isFurther } }),
      () => undefined,
    )
    return begun
  }
  /**
   * Each process listens on its own sockets, because the system spreads connections evenly over sockets, not
   * processes.
   */
  const serve = (begun: WebProcess) => {
    log.info('a web process is ready', { number: begun.number, pid: begun.pid })
    const own = sockets < count ? positions : positions.filter((position) => position % count === begun.number - 1)
    begun.send({ kind: 'listen', descriptors: listInherited(own) })
    const startedAt = Date.now()
    serving.set(begun.number, begun)
    assignChores()
    void begun.ended.then((reason) => {
      if (serving.get(begun.number) !== begun) return
      serving.delete(begun.number)
      assignChores()
      if (isEnding) return
      log.error('a web process ended unexpectedly', { number: begun.number, pid: begun.pid, reason })
      if (Date.now() - startedAt > STABLE_MS) failures.delete(begun.number)
      void replace(begun.number)
    })
  }
  const assignChores = () => {
    if (isEnding || (choresBy && serving.get(choresBy.number) === choresBy)) return
    choresBy = [...serving.values()][0]
    choresBy?.send({ kind: 'chores' })
  }
  const replace = async (number: number) => {
    while (!isEnding) {
      const failed = failures.get(number) ?? 0
      failures.set(number, failed + 1)
      // New connections wait for a replacement that starts at once. Later another process takes them.
      if (failed > 0) [...serving.values()][0]?.send({ kind: 'listen', descriptors: listInherited(positions) })
      await sleep(pausesMs[Math.min(failed, pausesMs.length - 1)])
      if (isEnding) return
      const begun = begin(number, true)
      if (await begun.ready) return serve(begun)
      if (!isEnding) log.error('a web process did not start', { number, reason: await begun.ended })
    }
  }
  const startOthers = async () => {
    for (let number = 2; number <= count && !isEnding; number += 1) {
      const begun = begin(number, true)
      if (await begun.ready) serve(begun)
      else void replace(number)
    }
  }
  const restartAll = async () => {
    for (const old of [...serving.values()]) {
      const begun = begin(old.number, true)
      if (!(await begun.ready)) {
        if (!isEnding) log.error('a web process did not start, so the old ones continue', { number: old.number })
        return
      }
      serve(begun)
      old.send({ kind: 'retire' })
      await old.ended
    }
    log.info('all web processes were replaced')
  }
  return {
    start: async () => {
      const first = begin(1, false)
      const ready = await first.ready
      if (!ready) return undefined
      serve(first)
      void startOthers()
      await first.listening
      return ready.welcome
    },
    restart: async () => {
      restarting ??= restartAll().finally(() => {
        restarting = undefined
      })
      await restarting
    },
    end: async () => {
      isEnding = true
      for (const each of running) each.send({ kind: 'end' })
      const late = setTimeout(() => running.forEach((each) => void each.kill()), END_TIMEOUT_MS)
      await Promise.all([...running].map(({ ended }) => ended))
      clearTimeout(late)
    },
  }
}
