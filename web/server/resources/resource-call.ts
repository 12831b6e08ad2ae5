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
}

/** A call whose client is made only when it is needed. */
export function createCall(
  request: Request,
  settings: ServerSettings,
  parameters: ResourceCall['parameters'],
): ResourceCall {
  return { request, settings, parameters, supabase: () => createRequestClient(request, settings).supabase }
}

/** The plain answer for a resource that is not there, or not for whoever asks. */
export function missingResource(sentence: string): Response {
  const headers = { 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' }
  return new Response(`${sentence}\n`, { status: 404, headers })
}
