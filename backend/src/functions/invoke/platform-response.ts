import { randomUUID } from 'node:crypto'
import { isClientGone } from '../../http/connections/client-gone.ts'
import type { Log } from '../../http/log.ts'
import { FunctionError, functionFailed } from '../errors.ts'
import type { FunctionResponse } from '../runtimes/function-call.ts'

/** The response of a function, or of the platform in front of it. */
export type PlatformResponse = Omit<FunctionResponse, 'body'> & { body: FunctionResponse['body'] | string }

/** CORS belongs to the handlers. These headers are for responses of the platform (functions 2.7). */
const CORS_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': 'authorization, x-client-info, apikey, content-type, x-region',
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE, OPTIONS',
  'access-control-expose-headers': 'sb-error-code, x-relay-error, sb-request-id',
}

/**
 * Renders an error of the platform. Causes go to the log with the request id, never to the client. Preflights succeed,
 * because browsers would hide the error of the call behind a failed preflight.
 */
export function renderError(error: unknown, request: Request, log: Log): PlatformResponse {
  const failure = error instanceof FunctionError ? error : functionFailed(error)
  const requestId = randomUUID()
  const { status, code, isRelayError } = failure
  if (status >= 500 && !isClientGone(failure.cause)) {
    const { pathname } = new URL(request.url)
    log.error('function call failed', { requestId, path: pathname, code, error: failure.cause })
  }
  const headers = { ...CORS_HEADERS, 'sb-request-id': requestId }
  if (request.method === 'OPTIONS') return { status: 204, statusText: '', headers: Object.entries(headers), body: null }
  const all = {
    ...headers,
    'content-type': 'application/json',
    ...(code === '' ? {} : { 'sb-error-code': code }),
    ...(isRelayError ? { 'x-relay-error': 'true' } : {}),
    // The rate limit of personal access tokens is per minute.
    ...(status === 429 ? { 'retry-after': '60' } : {}),
    ...(status === 405 ? { allow: CORS_HEADERS['access-control-allow-methods'] } : {}),
  }
  const body = request.method === 'HEAD' ? null : JSON.stringify(toBody(failure))
  return { status, statusText: '', headers: Object.entries(all), body }
}

function toBody({ code, message, repeatsMessage }: FunctionError): Record<string, string> {
  if (code === '') return { msg: message }
  return repeatsMessage ? { code, message, msg: message } : { code, message }
}
