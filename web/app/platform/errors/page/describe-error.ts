import { isRouteErrorResponse } from 'react-router'
import { isOffline } from '../../http/is-offline.ts'
import { isNetworkFailure } from './network-failure.ts'

/** The texts of an error page. */
export interface DescribedError {
  /** Undefined when there was no response. */
  status: number | undefined
  heading: string
  message: string
}

/** Returns the status and texts of an error page. Details of unexpected errors stay hidden. */
export function describeError(error: unknown): DescribedError {
  if (isNetworkFailure(error)) return describeNetworkFailure()
  const status = isRouteErrorResponse(error) ? error.status : 500
  const fallback = status === 404 ? 'Page Not Found' : 'Internal Server Error'
  const advice = status >= 500 ? 'The request failed. Nothing is lost; try again in a moment.' : ''
  if (!isRouteErrorResponse(error)) return { status, heading: fallback, message: advice }
  const message = typeof error.data?.message === 'string' ? error.data.message : advice
  return { status, heading: error.statusText || fallback, message }
}

function describeNetworkFailure(): DescribedError {
  const status = undefined
  return isOffline()
    ? {
        status,
        heading: 'You are offline',
        message: 'This page needs a connection. Drafts on this device are kept; try again when you are online.',
      }
    : {
        status,
        heading: 'No connection',
        message: 'We could not reach the server. Nothing is lost; check your connection and try again.',
      }
}
