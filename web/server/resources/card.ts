import { missingResource } from './plain-response.ts'
import type { ResourceCall } from './resource-call.ts'
import { serveShareCard } from './share-card.ts'

/** The parameter of the function for each kind of card. */
const PARAMETERS: Record<string, string> = { spot: 'spot', story: 'post', list: 'list', member: 'member' }
const PASSED = ['etag', 'cache-control', 'content-type', 'retry-after']

/**
 * Serves the preview image for links, drawn by the function `image-card`:
 * `/card/{spot|story|list|member}/{id, slug or username}.png`. It shows only content that visitors may see, even to
 * signed-in members. If the function does not run, spots fall back to their cover.
 */
export async function serveCard(call: ResourceCall): Promise<Response> {
  const { request, settings, parameters } = call
  const { kind = '', id = '' } = parameters
  const parameter = PARAMETERS[kind]
  if (parameter === undefined) return missingResource('There is no such card.')
  const etag = request.headers.get('if-none-match')
  const { backendFetch, supabaseUrl, publishableKey } = settings
  const answer = await backendFetch(
    `${supabaseUrl}/functions/v1/image-card?${new URLSearchParams({ [parameter]: id })}`,
    {
      headers: { apikey: publishableKey, ...(etag && { 'if-none-match': etag }) },
    },
  )
  if (answer.status === 404 && !answer.headers.has('sb-error-code')) return missingResource('There is no such card.')
  if (!answer.ok && answer.status !== 304 && answer.status !== 429 && kind === 'spot') return serveShareCard(call)
  const headers = PASSED.flatMap((name): [string, string][] => {
    const value = answer.headers.get(name)
    return value === null ? [] : [[name, value]]
  })
  return new Response(answer.body, { status: answer.status, headers })
}
