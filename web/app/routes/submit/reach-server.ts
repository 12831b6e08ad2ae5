import { isRouteErrorResponse } from 'react-router'

type Reached<T> = { state: 'reached'; response: T } | { state: 'signed-out' } | { state: 'lost'; message: string }

const NOT_REACHED = 'We could not reach the server. Your draft is safe. Please try again in a moment.'

/**
 * Calls the server for a form that must not lose its input. Returns network failures, server errors and expired
 * sessions instead of throwing them.
 */
export async function reachServer<T>(call: () => Promise<T>): Promise<Reached<T>> {
  try {
    return { state: 'reached', response: await call() }
  } catch (error) {
    // The guard redirects signed-out members to the sign-up page.
    if (error instanceof Response && error.headers.get('location')?.includes('/auth/')) return { state: 'signed-out' }
    if (isRouteErrorResponse(error) && error.status === 401) return { state: 'signed-out' }
    if (error instanceof Response) throw error
    const isOffline = !navigator.onLine
    return { state: 'lost', message: isOffline ? 'You are offline. Your draft is saved on this device.' : NOT_REACHED }
  }
}
