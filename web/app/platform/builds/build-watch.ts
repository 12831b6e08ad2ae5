import { createPath } from 'react-router'
import { minutes } from '#app/lib/durations.ts'
import type { ClientMiddleware } from '../navigation/client-middleware.ts'
import { findPendingLocation } from '../navigation/router-state.ts'
import { reloadApp } from './reload-app.ts'

const POLL_INTERVAL_MS = minutes(60)

let isOutdated = false

/** What the watch needs to know and do. */
export interface BuildWatch {
  /** The address of the file that names the newest build. */
  latestUrl: string
  /** The build that runs here. */
  ownId: string
  /** Called once, when there is another build. */
  onUpdate: () => void
}

/**
 * Asks every hour which build is the newest, until it is another than the one that runs here. A call that fails is forgotten.
 * Returns what ends the watch.
 */
export function watchBuilds(
  { latestUrl, ownId, onUpdate }: BuildWatch,
  timers: Pick<typeof globalThis, 'setTimeout' | 'clearTimeout'> = globalThis,
): () => void {
  let timer: ReturnType<typeof setTimeout>
  const poll = async () => {
    const latestId = await findLatestId(latestUrl)
    if (latestId !== undefined && latestId !== ownId) onUpdate()
    else wait()
  }
  const wait = () => {
    timer = timers.setTimeout(() => void poll(), POLL_INTERVAL_MS)
  }
  wait()
  return () => timers.clearTimeout(timer)
}

async function findLatestId(url: string): Promise<string | undefined> {
  try {
    const reply = await fetch(`${url}?${Date.now()}`)
    const latest: { id?: unknown } = reply.ok ? await reply.json() : {}
    return typeof latest.id === 'string' ? latest.id : undefined
  } catch {
    return undefined
  }
}

/** From now on the next navigation loads the whole page, and with it the new build. */
export function markOutdated(): void {
  isOutdated = true
}

/** Turns the first navigation after a new build is out into a full load of its target. Runs in the browser. */
export const newBuildMiddleware: ClientMiddleware = async (_call, next) => {
  const target = findPendingLocation()
  // Never settles: the page goes away.
  if (isOutdated && target && reloadApp({ path: createPath(target) })) return new Promise(() => undefined)
  return next()
}
