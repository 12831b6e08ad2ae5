import type { Log } from '../../../http/log.ts'

interface BackgroundSenderOptions {
  /** Sends the next due message. Returns false when none is due. */
  sendNext: () => Promise<boolean>
  /** The number of messages that are sent concurrently. */
  lanes: number
  /** The interval at which to look for messages that a crash or an unreachable server left behind. */
  sweepMs: number
  log: Log
}

/** Creates a function that sends all due messages in the background. It also runs periodically. */
export function createBackgroundSender({ sendNext, lanes, sweepMs, log }: BackgroundSenderOptions): () => void {
  let busyLanes = 0
  let isWanted = false
  const runLane = async () => {
    try {
      while (await sendNext()) {}
    } catch (error) {
      log.warn('outbox not readable', { error })
    }
    busyLanes -= 1
    if (isWanted) deliver()
  }
  const deliver = () => {
    isWanted = busyLanes >= lanes
    if (isWanted) return
    busyLanes += 1
    void runLane()
  }
  setInterval(deliver, sweepMs).unref()
  return deliver
}
