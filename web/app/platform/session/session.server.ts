import { createServerClient, parseCookieHeader, serializeCookieHeader } from '@supabase/ssr'
import { createContext, href, type MiddlewareFunction, type RouterContextProvider } from 'react-router'
import type { Database } from '#app/lib/database.types.ts'
import type { Supabase } from '#app/lib/supabase.ts'
import { withBase } from '../config/app-config.ts'
import { type ServerSettings, serverSettingsContext } from '../config/app-settings.ts'
import { redirectTo } from '../navigation/redirect-to.ts'
import { withDeviceCookies } from './device-cookies.ts'
import { withEndedSession } from './ended-session.ts'
import { addFlowDeletions } from './flow-cookies.ts'
import { sessionCookieOptions } from './session-cookie.ts'
import { toViewer, type Viewer } from './viewer.ts'

/** The form of `private.random_id`. */
const LINK_SECRET = /^[a-z0-9]{20,64}$/

const supabaseContext = createContext<Supabase>()
const viewerContext = createContext<Viewer | null>(null)
const endContext = createContext<() => string | undefined>(() => undefined)

/** Returns the data client of this request. It acts as the signed-in member, or as a visitor. */
export function getSupabase(context: Readonly<RouterContextProvider>): Supabase {
  return context.get(supabaseContext)
}

/** Returns the viewer, by a verified token. Null for a visitor. */
export function findViewer(context: Readonly<RouterContextProvider>): Viewer | null {
  return context.get(viewerContext)
}

/**
 * Returns the error code for the sign-in page if a service has rejected the session of a member who opens a page. Its
 * loaders fail then, and the visitor is led to the sign-in page.
 */
export function findEndOfSession(context: Readonly<RouterContextProvider>, { method }: Request): string | undefined {
  return findViewer(context) !== null && method === 'GET' ? context.get(endContext)() : undefined
}

/**
 * Sets the data client and the viewer of the request, and returns the cookies of a refreshed session. The token's
 * signature and times are verified here. A cookie that does not verify is deleted, and the viewer is a visitor. A page
 * whose data the service denies to this session signs out, and leads to the sign-in page, which says why.
 */
export const sessionMiddleware: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const settings = context.get(serverSettingsContext)
  const client = createRequestClient(request, settings)
  const { supabase, responseHeaders } = client
  context.set(supabaseContext, supabase)
  const viewer = toViewer(await verifySession(client))
  context.set(viewerContext, viewer)
  context.set(endContext, client.findEnd)
  const response = await next()
  const ended = findEndOfSession(context, request)
  // Pages that handle the end of a session themselves respond with a redirect.
  if (ended !== undefined && response.status >= 400) {
    client.clearSyncedSession()
    // Unlike a loader's redirect, the router leaves this URL unchanged.
    throw redirectTo(withBase(`${href('/auth/login')}?error_code=${ended}`), { headers: responseHeaders })
  }
  const cookieHeader = request.headers.get('cookie') ?? ''
  for (const [name, value] of addFlowDeletions(responseHeaders, {
    wasVisitor: viewer === null,
    cookieHeader,
    settings,
  })) {
    if (name === 'set-cookie') response.headers.append(name, value)
    else response.headers.set(name, value)
  }
  return response
}

/** The errors of a token that the service did not issue, or whose session or account no longer exists. */
const REJECTED_TOKEN = new Set(['invalid_jwt', 'bad_jwt', 'session_not_found', 'user_not_found'])

type RequestClient = ReturnType<typeof createRequestClient>

/**
 * Returns the verified claims of the request's session. Null for visitors, and after deleting a session whose token
 * does not verify: the data service would reject every call with it. Failures of the service do not end a session.
 */
export async function verifySession({ supabase, clearSyncedSession }: RequestClient): Promise<object | null> {
  try {
    const { data, error } = await supabase.auth.getClaims()
    if (error && (error.name === 'AuthInvalidJwtError' || REJECTED_TOKEN.has(String(error.code)))) clearSyncedSession()
    // Pages act with all rights of a member, so tokens of connected apps are not accepted here.
    if (data?.claims.client_id !== undefined) {
      clearSyncedSession()
      return null
    }
    return data?.claims ?? null
  } catch {
    // The library returns the errors of the service, and throws those of tokens that it cannot parse.
    clearSyncedSession()
    return null
  }
}

/**
 * Creates a data client that acts as the sender of the request. `responseHeaders` collects the cookies of a refreshed
 * session. `clearSyncedSession` deletes its cookies, and the client acts as a visitor from then on. `findEnd` returns an
 * error code of the sign-in page once the data service has rejected the session.
 */
export function createRequestClient(request: Request, settings: ServerSettings) {
  const responseHeaders: [name: string, value: string][] = []
  const cookieHeader = request.headers.get('cookie') ?? ''
  const jar = new Map(parseCookieHeader(cookieHeader).map((cookie) => [cookie.name, cookie.value ?? '']))
  let ended: string | undefined
  const remember = (code: string) => {
    ended = code
  }
  const send = withDeviceCookies(withEndedSession(settings.backendFetch, remember), cookieHeader, (line) =>
    responseHeaders.push(['set-cookie', line]),
  )
  const supabase = createServerClient<Database>(settings.supabaseUrl, settings.publishableKey, {
    cookieOptions: sessionCookieOptions(settings),
    cookies: {
      getAll: () => [...jar].map(([name, value]) => ({ name, value })),
      setAll(cookies, noStoreHeaders) {
        for (const { name, value, options } of cookies) {
          jar.set(name, value)
          responseHeaders.push(['set-cookie', serializeCookieHeader(name, value, options)])
        }
        responseHeaders.push(...Object.entries(noStoreHeaders ?? {}))
      },
    },
    db: { retry: false },
    global: { fetch: send, headers: { ...presentLink(request), ...forwardAddress(request) } },
  })
  const clearSyncedSession = () => {
    const { name: session, ...options } = sessionCookieOptions(settings)
    for (const name of jar.keys()) {
      if (name !== session && !name.startsWith(`${session}.`)) continue
      jar.delete(name)
      responseHeaders.push(['set-cookie', serializeCookieHeader(name, '', { ...options, maxAge: 0 })])
    }
    responseHeaders.push(['cache-control', 'private, no-cache, no-store, must-revalidate, max-age=0'])
  }
  return { supabase, responseHeaders, clearSyncedSession, findEnd: () => ended }
}

/** Sends a secret link's token with every call, so that RLS policies accept it. */
function presentLink(request: Request): Record<string, string> {
  const secret = new URL(request.url).searchParams.get('link')
  return secret && LINK_SECRET.test(secret) ? { 'x-link-secret': secret } : {}
}

/** The backend limits requests by the visitor's IP address, not by this server's. */
function forwardAddress(request: Request): Record<string, string> {
  const address = request.headers.get('x-forwarded-for')
  return address ? { 'x-forwarded-for': address } : {}
}
