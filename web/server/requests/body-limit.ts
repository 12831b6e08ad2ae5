/** Enough for any form without files. */
export const FORM_LIMIT_BYTES = 1024 * 1024
/** For forms with photos, when JavaScript does not upload them one by one. */
export const FILES_LIMIT_BYTES = 128 * 1024 * 1024
/** The limit for all concurrent bodies together: enough for a few of the largest forms, or dozens of usual ones. */
export const TOTAL_LIMIT_BYTES = 256 * 1024 * 1024
const FORMS_WITH_FILES = /^\/(?:submit|spot|account\/settings)(?:[/.?]|$)/i
const SESSION_COOKIE = /(?:^|;\s*)sb-[^=;]*-auth-token/

let heldBytes = 0

/**
 * Limits the body of a request, because screens read forms into memory. Only clients with a session may send files.
 * Beyond the limit the response is 413, even if the declared length was missing or wrong. All concurrent requests share
 * another limit, beyond which the response is 503. It counts received bytes rather than declared ones, so that slow
 * senders do not block others.
 */
export async function handleWithinLimits(
  request: Request,
  answer: (request: Request) => Promise<Response>,
): Promise<Response> {
  if (!request.body) return answer(request)
  const limit = findLimit(request)
  if (Number(request.headers.get('content-length') ?? 0) > limit) return tooLarge(limit)
  let received = 0
  let ownBytes = 0
  let isCrowded = false
  // Freed immediately when a request is rejected, so that concurrent ones succeed.
  const release = () => {
    heldBytes -= ownBytes
    ownBytes = 0
  }
  const reader = request.body.getReader()
  const counted = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read()
      if (done) return controller.close()
      received += value.byteLength
      if (heldBytes + value.byteLength > TOTAL_LIMIT_BYTES) {
        isCrowded = true
        release()
      } else if (!isCrowded) {
        heldBytes += value.byteLength
        ownBytes += value.byteLength
      }
      // The source stays open, because cancelling it would close the connection before the response is sent.
      if (received > limit || isCrowded) controller.error(new Error('The body of the request is too large.'))
      else controller.enqueue(value)
    },
  })
  const { method, headers, signal } = request
  // The platform's types lack `duplex`, which a stream body requires.
  const init: RequestInit & { duplex: 'half' } = { method, headers, signal, body: counted, duplex: 'half' }
  const reject = () => (received > limit ? tooLarge(limit) : tooCrowded())
  try {
    const response = await answer(new Request(request.url, init))
    return received > limit || isCrowded ? reject() : response
  } catch (error) {
    if (received > limit || isCrowded) return reject()
    throw error
  } finally {
    release()
  }
}

function findLimit({ url, headers }: Request): number {
  const mayHoldFiles = FORMS_WITH_FILES.test(new URL(url).pathname) && SESSION_COOKIE.test(headers.get('cookie') ?? '')
  return mayHoldFiles ? FILES_LIMIT_BYTES : FORM_LIMIT_BYTES
}

function tooCrowded(): Response {
  return new Response('Too many uploads at once. Please try again in a minute.\n', {
    status: 503,
    headers: { 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8', 'retry-after': '60' },
  })
}

function tooLarge(limit: number): Response {
  const message = `The request is too large: at most ${limit / 1024 / 1024} MB are accepted.`
  return new Response(`${message}\n`, {
    status: 413,
    headers: { 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' },
  })
}
