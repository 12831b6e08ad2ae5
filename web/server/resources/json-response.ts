import { DataError } from '#app/lib/supabase.ts'

/** Returns a JSON response that no cache stores, because its content depends on the member. */
export function jsonResponse(value: unknown, status = 200): Response {
  return Response.json(value, { status, headers: { 'cache-control': 'private, no-store' } })
}

/** Returns a 400 response that explains what is wrong with the request. */
export function badRequest(message: string): Response {
  return jsonResponse({ code: 'bad_request', message }, 400)
}

/** Passes on the data service's 4xx errors. Other failures are thrown. */
export async function respondWithData(query: () => Promise<unknown>): Promise<Response> {
  try {
    return jsonResponse(await query())
  } catch (error) {
    if (!(error instanceof DataError) || error.status < 400 || error.status >= 500) throw error
    return jsonResponse({ code: error.code, message: error.message }, error.status)
  }
}
