import type { Supabase } from '#app/lib/supabase.ts'
import type { ServerSettings } from '#app/platform/app-settings.ts'
import { createRequestClient } from '#app/platform/session.server.ts'

/** What answers the request of a resource: `parameters` are the named parts of its path. */
export type ResourceHandler = (call: ResourceCall) => Promise<Response>

export interface ResourceCall {
  request: Request
  settings: ServerSettings
  parameters: Record<string, string | undefined>
  /** The data client of whoever asks: row rules decide what a resource shows. */
  supabase: () => Supabase
  /** Headers the reply needs besides its own: the cookies of a session that had to be refreshed on the way. */
  listSessionHeaders: () => [name: string, value: string][]
}

/** A call whose client is made only when it is needed. */
export function createCall(
  request: Request,
  settings: ServerSettings,
  parameters: ResourceCall['parameters'],
): ResourceCall {
  let client: ReturnType<typeof createRequestClient> | undefined
  return {
    request,
    settings,
    parameters,
    supabase() {
      client ??= createRequestClient(request, settings)
      return client.supabase
    },
    listSessionHeaders: () => client?.replyHeaders ?? [],
  }
}

/** Sends a refreshed session along with the reply. Lost, the next request would use its refresh token twice and sign out. */
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

/** The plain answer for a resource that is not there, or not for whoever asks. */
export function missingResource(sentence: string): Response {
  const headers = { 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' }
  return new Response(`${sentence}\n`, { status: 404, headers })
}

/** The plain answer when too many ask for something that takes work: they may come again. */
export function busyResource(sentence: string): Response {
  const headers = { 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8', 'retry-after': '10' }
  return new Response(`${sentence}\n`, { status: 503, headers })
}
