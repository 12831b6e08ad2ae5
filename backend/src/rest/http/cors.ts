const METHODS = 'GET, POST, PATCH, PUT, DELETE, OPTIONS, HEAD'
const MAX_AGE_SECONDS = '86400'
/** Browsers read a count from Content-Range only when it is exposed. */
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

/** Answers preflights and lets any origin read the others: the key is no cookie, so there is nothing to forge. */
export async function withCors(request: Request, answer: () => Promise<Response>): Promise<Response> {
  const { method, headers } = request
  if (method === 'OPTIONS' && headers.has('origin') && headers.has('access-control-request-method')) {
    return preflight(headers.get('access-control-request-headers'))
  }
  const response = await answer()
  response.headers.set('Access-Control-Allow-Origin', '*')
  if (headers.has('origin')) response.headers.set('Access-Control-Expose-Headers', EXPOSED)
  return response
}

function preflight(requested: string | null): Response {
  return new Response(null, {
    status: 200,
    statusText: 'OK',
    headers: {
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Methods': METHODS,
      'Access-Control-Allow-Headers': requested === null ? 'Authorization' : `Authorization, ${requested}`,
      'Access-Control-Max-Age': MAX_AGE_SECONDS,
    },
  })
}
