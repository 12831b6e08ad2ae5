import { DataError } from '#app/lib/supabase.ts'

/** A reply in JSON for whoever asked, kept by no cache: what members see differs. */
function jsonReply(value: unknown, status = 200): Response {
  return Response.json(value, { status, headers: { 'cache-control': 'private, no-store' } })
}

/** Says what was wrong with a request. */
export function badRequest(message: string): Response {
  return jsonReply({ code: 'bad_request', message }, 400)
}

/** Answers with what the data service says of the request where that is at fault; other failures go on. */
export async function replyWithData(ask: () => Promise<unknown>): Promise<Response> {
  try {
    return jsonReply(await ask())
  } catch (error) {
    if (!(error instanceof DataError) || error.status < 400 || error.status >= 500) throw error
    return jsonReply({ code: error.code, message: error.message }, error.status)
  }
}
