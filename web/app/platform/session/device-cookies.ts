import { parseCookieHeader, serializeCookieHeader } from '@supabase/ssr'

/** The start of the names of the backend's device cookies (auth 6.5). */
const DEVICE = 'hereabouts-device-'
const SIGN_IN = '/auth/v1/token'

/**
 * Returns a fetch that sends the device cookies of the visitor with sign-ins, and passes on those that the backend
 * sets. Without it, a sign-in without JavaScript would look like one from an unknown device.
 */
export function withDeviceCookies(
  send: typeof fetch,
  cookieHeader: string,
  onSetCookie: (line: string) => void,
): typeof fetch {
  return async (input, init) => {
    if (!new URL(input instanceof Request ? input.url : input).pathname.endsWith(SIGN_IN)) return send(input, init)
    const headers = new Headers(init?.headers)
    const cookie = listDeviceCookies(cookieHeader)
    if (cookie) headers.set('cookie', cookie)
    const response = await send(input, { ...init, headers })
    for (const line of response.headers.getSetCookie()) if (line.startsWith(DEVICE)) onSetCookie(line)
    return response
  }
}

function listDeviceCookies(cookieHeader: string): string {
  return parseCookieHeader(cookieHeader)
    .filter(({ name }) => name.startsWith(DEVICE))
    .map(({ name, value = '' }) => serializeCookieHeader(name, value, {}))
    .join('; ')
}
