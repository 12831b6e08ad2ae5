import { createServerClient, parseCookieHeader, serializeCookieHeader } from '@supabase/ssr'
import { createContext, type MiddlewareFunction, type RouterContextProvider } from 'react-router'
import type { Database } from '#app/lib/database.types.ts'
import type { Supabase } from '#app/lib/supabase.ts'
import { type ServerSettings, serverSettingsContext } from './app-settings.ts'
import { withoutFlows } from './session/flow-cookies.ts'
import { sessionCookieOptions } from './session-cookie.ts'
import { toViewer, type Viewer } from './viewer.ts'

/** The form of `private.random_id`. */
const LINK_SECRET = /^[a-z0-9]{20,64}$/

const supabaseContext = createContext<Supabase>()
const viewerContext = createContext<Viewer | null>(null)

/** The data client of this request. It acts as the signed-in member, or as a visitor. */
export function getSupabase(context: Readonly<RouterContextProvider>): Supabase {
  return context.get(supabaseContext)
}

/** The viewer, by a verified token. Null for a visitor. */
export function findViewer(context: Readonly<RouterContextProvider>): Viewer | null {
  return context.get(viewerContext)
}

/**
 * Gives the request its data client and its viewer, and returns the cookies of a refreshed session. The token's
 * signature and times are verified here. A cookie that does not verify makes the viewer a visitor.
 */
export const sessionMiddleware: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const settings = context.get(serverSettingsContext)
  const { supabase, replyHeaders } = createRequestClient(request, settings)
  context.set(supabaseContext, supabase)
  const { data } = await supabase.auth.getClaims()
  const viewer = data ? toViewer(data.claims) : null
  context.set(viewerContext, viewer)
  const response = await next()
  const cookieHeader = request.headers.get('cookie') ?? ''
  for (const [name, value] of withoutFlows(replyHeaders, { wasVisitor: viewer === null, cookieHeader, settings })) {
    if (name === 'set-cookie') response.headers.append(name, value)
    else response.headers.set(name, value)
  }
  return response
}

/**
 * Creates a data client that acts as the sender of the request. `replyHeaders` collects the cookies of a refreshed
 * session.
 */
export function createRequestClient(request: Request, settings: ServerSettings) {
  const replyHeaders: [name: string, value: string][] = []
  const jar = new Map(
    parseCookieHeader(request.headers.get('cookie') ?? '').map((cookie) => [cookie.name, cookie.value ?? '']),
  )
  const supabase = createServerClient<Database>(settings.supabaseUrl, settings.publishableKey, {
    cookieOptions: sessionCookieOptions(settings),
    cookies: {
      getAll: () => [...jar].map(([name, value]) => ({ name, value })),
      setAll(cookies, noStoreHeaders) {
        for (const { name, value, options } of cookies) {
          jar.set(name, value)
          replyHeaders.push(['set-cookie', serializeCookieHeader(name, value, options)])
        }
        replyHeaders.push(...Object.entries(noStoreHeaders ?? {}))
      },
    },
    db: { retry: false },
    global: { fetch: settings.backendFetch, headers: { ...presentLink(request), ...forwardAddress(request) } },
  })
  return { supabase, replyHeaders }
}

/** Sends a secret link's token with every call, so that RLS policies accept it. */
function presentLink(request: Request): Record<string, string> {
  const secret = new URL(request.url).searchParams.get('link')
  return secret && LINK_SECRET.test(secret) ? { 'x-link-secret': secret } : {}
}

/** The backend limits by the visitor's IP address, not by this server's. */
function forwardAddress(request: Request): Record<string, string> {
  const address = request.headers.get('x-forwarded-for')
  return address ? { 'x-forwarded-for': address } : {}
}
