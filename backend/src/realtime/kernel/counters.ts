/** Running totals of a process, for metrics. */
export interface Counters {
  connections: number
  channels: number
  messagesIn: number
  messagesOut: number
  /** Messages that were not delivered: malformed, too large, or to a slow socket. */
  dropped: number
}

export function createCounters(): Counters {
  return { connections: 0, channels: 0, messagesIn: 0, messagesOut: 0, dropped: 0 }
}
