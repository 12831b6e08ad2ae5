import { createPath } from 'react-router'
import { minutes } from '#app/lib/durations.ts'
import type { ClientMiddleware } from '../navigation/client-middleware.ts'
import { findPendingLocation } from '../navigation/router-state.ts'
import { reloadApp } from './reload-app.ts'

const POLL_INTERVAL_MS = minutes(60)

let isOutdated = false

/** The inputs of the build watch. */
export interface BuildWatch {
  /** The URL of the file that names the newest build. */
  latestUrl: string
  /** The id of the running build. */
  ownId: string
  /** Called once, when a newer build is found. */
  onUpdate: () => void
}

/**
 * Polls every hour for the newest build until it differs from the running one. Failed polls are ignored. Returns a
 * function that stops the watch.
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
    const response = await fetch(`${url}?${Date.now()}`)
    const latest: { id?: unknown } = response.ok ? await response.json() : {}
    return typeof latest.id === 'string' ? latest.id : undefined
  } catch {
    return undefined
  }
}

/** Turns the next navigation into a full page load, which loads the new build. */
export function markOutdated(): void {
  isOutdated = true
}

/** Turns the first navigation after a new build into a full page load of its target. Runs in the browser. */
export const newBuildMiddleware: ClientMiddleware = async (_call, next) => {
  const target = findPendingLocation()
  // Never settles, because the page is about to unload.
  if (isOutdated && target && reloadApp({ path: createPath(target) })) return new Promise(() => undefined)
  return next()
}
