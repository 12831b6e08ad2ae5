/** The error code of the sign-in page for each reason of a service to reject a session. */
const CODES = new Map([
  ['user_banned', 'user_banned'],
  ['session_ended', 'session_not_found'],
  ['session_not_found', 'session_not_found'],
  ['user_not_found', 'session_not_found'],
])

/**
 * Returns a fetch that calls `onEnd` with the error code for the sign-in page when a service rejects the session: the
 * account was suspended, banned or deleted, or has lost its role. Its token is valid until it expires.
 */
export function withEndedSession(send: typeof fetch, onEnd: (code: string) => void): typeof fetch {
  return async (input, init) => {
    const response = await send(input, init)
    if (response.status !== 403) return response
    const body: unknown = await response
      .clone()
      .json()
      .catch(() => undefined)
    const code = CODES.get(findReason(body) ?? '')
    if (code !== undefined) onEnd(code)
    return response
  }
}

/** The data service names the reason in `hint`, the accounts service in `code`. */
function findReason(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const { hint, code }: { hint?: unknown; code?: unknown } = body
  return [hint, code].find((text) => typeof text === 'string' && CODES.has(text))?.toString()
}
