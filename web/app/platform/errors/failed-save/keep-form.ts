import { type DataStrategyResult, data, isRouteErrorResponse } from 'react-router'
import { dismissFailures, showFailure } from '#app/ui/feedback/toasts.ts'
import { isOffline } from '../../http/is-offline.ts'
import type { ClientMiddleware } from '../../navigation/client-middleware.ts'
import { findRouter } from '../../navigation/router-state.ts'
import { NOT_SAVED, toLostResponse } from './lost-response.ts'
import { hasTypedText } from './typed-text.ts'

/**
 * Keeps the page and everything typed in it when a form fails, because of the network, the server, a proxy or a session
 * that has ended. Another page would replace both. A message says what to do, and the page keeps the response of its
 * last form.
 */
export const keepFormMiddleware: ClientMiddleware = async ({ request, url }, next) => {
  if (request.method === 'GET') return next()
  dismissFailures()
  const sent = request.clone()
  const results = await next()
  const failed = Object.entries(results).find(([, it]) => isFailure(it))
  if (!failed || request.signal.aborted) return results
  const [route, { result: error }] = failed
  const form = await sent.formData()
  const isTextKept = hasTypedText(form)
  // If no typed text would be lost, the sign-in page is more useful than a message.
  if (error instanceof Response && !isTextKept) return results
  showFailure(error instanceof Response ? SIGNED_OUT : describeFailedSave(error, isTextKept))
  const response = { ...findLastResponse(url), ...toLostResponse(form) }
  return { [route]: { type: 'data', result: data(response, NOT_SAVED) } }
}

const FORM_KEPT = 'x-form-kept'

/** Marks a redirect of a screen that has stored the form itself, for example as a draft. */
export const FORM_KEPT_HEADERS = { [FORM_KEPT]: '1' }

const SIGNED_OUT =
  'Not saved: you were signed out. What you typed is still here. Open another tab and sign in, then try again here.'

/** Returns true for an error, and for the redirect of a page that was loaded for a member to a page for visitors. */
function isFailure({ type, result }: DataStrategyResult): boolean {
  if (!(result instanceof Response)) return type === 'error'
  if (result.headers.has(FORM_KEPT)) return false
  const isMember = Boolean(findRouter()?.state.loaderData.root?.viewer)
  return isMember && /\/auth\/(signup|login)$/.test(result.headers.get('location') ?? '')
}

/** Returns the response that the page shows at present. Undefined for forms that are submitted in the background. */
function findLastResponse({ pathname }: URL): object | undefined {
  const { navigation, actionData } = findRouter()?.state ?? {}
  const isNavigation = navigation?.formMethod !== undefined && navigation.location?.pathname === pathname
  const [last] = isNavigation ? Object.values(actionData ?? {}) : []
  return typeof last === 'object' && last !== null ? last : undefined
}

/** Returns the message for a form that failed with this error. `isTextKept` tells whether the page shows typed text. */
export function describeFailedSave(error: unknown, isTextKept: boolean): string {
  const { cause, next } = findCause(isRouteErrorResponse(error) ? error.status : 0)
  return [`Not saved: ${cause}.`, isTextKept && 'What you typed is still here.', next].filter(Boolean).join(' ')
}

function findCause(status: number): { cause: string; next?: string } {
  if (status === 404 || status === 410) return { cause: 'this no longer exists' }
  if (status === 413) return { cause: 'this is too large' }
  if (status === 429) return { cause: 'too many requests', next: 'Wait a minute, then try again.' }
  if (isOffline()) return { cause: 'you are offline', next: 'Try again when you are online.' }
  return { cause: 'we could not reach the server', next: 'Please try again in a moment.' }
}
