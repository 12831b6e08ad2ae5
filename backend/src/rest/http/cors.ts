import { type BufferedResponse, setHeader } from '../../http/buffered-response.ts'

const METHODS = 'GET, POST, PATCH, PUT, DELETE, OPTIONS, HEAD'
const MAX_AGE_SECONDS = '86400'
/** Browsers can read a count from Content-Range only if it is exposed. */
const EXPOSED = [
  'Content-Encoding',
  'Content-Location',
  'Content-Range',
  'Content-Type',
  'Date',
  'Location',
  'Server',
  'Transfer-Encoding',
  'Range-Unit',
  'Preference-Applied',
  'Proxy-Status',
  'Retry-After',
].join(', ')

/**
 * Responds to preflights and adds CORS headers to other responses. Any origin is allowed unless some are configured:
 * callers authenticate with a header and not with a cookie, so requests cannot be forged.
 */
export async function withCors(
  request: Request,
  origins: string[],
  handle: () => Promise<BufferedResponse>,
): Promise<BufferedResponse> {
  const { method, headers } = request
  const origin = headers.get('origin')
  const allowed = allowOrigin(origin, origins)
  if (method === 'OPTIONS' && origin !== null && headers.has('access-control-request-method')) {
    return preflight(allowed, headers.get('access-control-request-headers'))
  }
  const response = await handle()
  for (const [name, value] of allowed) setHeader(response, name, value)
  if (origin !== null && allowed.length > 0) setHeader(response, 'Access-Control-Expose-Headers', EXPOSED)
  return response
}

function allowOrigin(origin: string | null, origins: string[]): [string, string][] {
  if (origins.length === 0) return [['Access-Control-Allow-Origin', '*']]
  if (origin === null || !origins.includes(origin)) return []
  return [
    ['Access-Control-Allow-Origin', origin],
    ['Access-Control-Allow-Credentials', 'true'],
  ]
}

function preflight(allowed: [string, string][], requested: string | null): BufferedResponse {
  return {
    status: 200,
    statusText: 'OK',
    headers: [
      ...allowed,
      ['Access-Control-Allow-Methods', METHODS],
      ['Access-Control-Allow-Headers', requested === null ? 'Authorization' : `Authorization, ${requested}`],
      ['Access-Control-Max-Age', MAX_AGE_SECONDS],
    ],
    body: null,
  }
}
