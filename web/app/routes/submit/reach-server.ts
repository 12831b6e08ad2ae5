import { isRouteErrorResponse } from 'react-router'

type Reached<T> = { state: 'reached'; reply: T } | { state: 'signed-out' } | { state: 'lost'; message: string }

const NOT_REACHED = 'That did not reach us. Nothing is lost; try again in a moment.'

/**
 * Calls the server from a form that must not lose anything: a lost network, a failure of the server and an expired session are
 * told apart instead of thrown.
 */
export async function reachServer<T>(call: () => Promise<T>): Promise<Reached<T>> {
  try {
    return { state: 'reached', reply: await call() }
  } catch (error) {
    // The guard sends whoever is not signed in to the page for signing up.
    if (error instanceof Response && error.headers.get('location')?.includes('/auth/')) return { state: 'signed-out' }
    if (isRouteErrorResponse(error) && error.status === 401) return { state: 'signed-out' }
    if (error instanceof Response) throw error
    const isOffline = !navigator.onLine
    return { state: 'lost', message: isOffline ? 'You are offline. The draft waits on this device.' : NOT_REACHED }
  }
}
