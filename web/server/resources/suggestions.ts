import { askSuggestions } from '#app/features/search/suggest-query.ts'
import { parseSuggestRequest } from '#app/features/search/suggest-request.ts'
import { replyWithData } from './json-reply.ts'
import type { ResourceCall } from './resource-call.ts'

/** Cities, spots and tags that may be meant by what has been typed: `/explore/suggestions.json?q=…`, near a position if given. */
export function answerSuggestions({ request, supabase }: ResourceCall): Promise<Response> {
  const { typed, near } = parseSuggestRequest(new URL(request.url).searchParams)
  return replyWithData(() => askSuggestions(supabase(), typed, near))
}
