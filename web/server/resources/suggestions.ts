import { askSuggestions } from '#app/features/search/suggest-query.ts'
import { parseSuggestRequest } from '#app/features/search/suggest-request.ts'
import { replyWithData } from './json-reply.ts'
import type { ResourceCall } from './resource-call.ts'

/**
 * Cities, spots and tags that match the typed text, nearest first when a position is given:
 * `/explore/suggestions.json?q=…`.
 */
export function answerSuggestions({ request, supabase }: ResourceCall): Promise<Response> {
  const { typed, near } = parseSuggestRequest(new URL(request.url).searchParams)
  return replyWithData(() => askSuggestions(supabase(), typed, near))
}
