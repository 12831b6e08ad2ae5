import type { Supabase } from '#app/lib/supabase.ts'
import type { ServerSettings } from '#app/platform/config/app-settings.ts'
import { createRequestClient, verifySession } from '#app/platform/session/session.server.ts'

const SESSION_COOKIE = /(?:^|;\s*)sb-[^=;]*-auth-token/

/** Handles a request for a resource. `parameters` are the named parts of its path. */
export type ResourceHandler = (call: ResourceCall) => Promise<Response>

export interface ResourceCall {
  request: Request
  settings: ServerSettings
  parameters: Record<string, string | undefined>
  /** The viewer's data client. RLS policies decide about the content of a resource. */
  supabase: () => Supabase
  /** Deletes a session whose token does not verify, so that the resource is shown as to a visitor. */
  verify: () => Promise<void>
  /** Additional response headers: the cookies of a session that was refreshed. */
  listSessionHeaders: () => [name: string, value: string][]
}

/** Creates a call whose client is created on first use. */
export function createCall(
  request: Request,
  settings: ServerSettings,
  parameters: ResourceCall['parameters'],
): ResourceCall {
  let client: ReturnType<typeof createRequestClient> | undefined
  const open = () => {
    client ??= createRequestClient(request, settings)
    return client
  }
  return {
    request,
    settings,
    parameters,
    supabase: () => open().supabase,
    async verify() {
      if (SESSION_COOKIE.test(request.headers.get('cookie') ?? '')) await verifySession(open())
    },
    listSessionHeaders: () => client?.responseHeaders ?? [],
  }
}

/**
 * Sends the refreshed session with the response. Without it the next request would reuse the refresh token, which ends
 * the session.
 */
export function sendSession(response: Response, { listSessionHeaders }: ResourceCall): Response {
  const headers = listSessionHeaders()
  if (headers.length === 0) return response
  const sent = new Response(response.body, response)
  for (const [name, value] of headers) {
    if (name === 'set-cookie') sent.headers.append(name, value)
    else sent.headers.set(name, value)
  }
  return sent
}
