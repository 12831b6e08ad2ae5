import { data, href } from 'react-router'
import * as v from 'valibot'
import { listSpotDifferences } from '#app/features/spots/differences/spot-differences.server.ts'
import { spotUrl } from '#app/features/spots/spot-url.ts'
import { decideSuggestion } from '#app/features/spots/suggestions/decide-suggestion.server.ts'
import { listOtherSuggestions } from '#app/features/spots/suggestions/other-suggestions.server.ts'
import { SuggestionView } from '#app/features/spots/suggestions/suggestion-view.tsx'
import { findCurrentChanges, findSuggestionsPage } from '#app/features/spots/suggestions/suggestions-page.ts'
import { pageTitle } from '#app/platform/config/site-name.ts'
import { pageNotFound } from '#app/platform/errors/page/not-found.ts'
import { redirectTo } from '#app/platform/navigation/redirect-to.ts'
import { requireAllowedPage } from '#app/platform/page-validation/page-validation.server.ts'
import { getSupabase } from '#app/platform/session/session.server.ts'
import { Page } from '#app/ui/layout/page.tsx'
import { PageTrail } from '../page-trail.tsx'
import { requireMember } from '../suggest/require-member.server.ts'
import type { Route } from './+types/spot-suggestions.ts'
import { SuggestionList } from './suggestion-list.tsx'
import './spot-suggestions.css'

const RowNumber = v.pipe(v.string(), v.digits(), v.maxLength(15), v.transform(Number))

export async function loader({ params, url, context }: Route.LoaderArgs) {
  requireAllowedPage(context)
  requireMember(context, url)
  const wanted = readNumber(params.number)
  const page = wanted === undefined ? null : await findSuggestionsPage(getSupabase(context), params.id, wanted)
  if (!page) throw pageNotFound(url)
  const suggestion = page.suggestions.find(
    ({ id }) => id === wanted || (wanted === null && page.suggestions.length === 1),
  )
  if (wanted !== null && !suggestion) throw pageNotFound(url)
  const differences = suggestion ? await listSpotDifferences(findCurrentChanges(page, suggestion), page.spot) : []
  return { page, suggestion, differences, others: suggestion ? await listOtherSuggestions(page, suggestion) : [] }
}

export async function action({ request, params, url, context }: Route.ActionArgs) {
  requireMember(context, url)
  const form = await request.formData()
  const suggestionId = readNumber(String(form.get('suggestion') ?? '')) ?? 0
  const rejection = await decideSuggestion({ supabase: getSupabase(context), spotId: params.id, suggestionId, form })
  if (rejection) return data({ rejection }, { status: 400 })
  if (form.has('withdraw')) throw redirectTo(spotUrl({ id: params.id }))
  throw redirectTo(href('/spot/:id/suggestions/:number?', { id: params.id, number: String(suggestionId) }))
}

export const meta: Route.MetaFunction = () => [
  { title: pageTitle('Suggestions') },
  { name: 'robots', content: 'noindex' },
]

export default function SpotSuggestions({ loaderData, actionData }: Route.ComponentProps) {
  const { page, suggestion, differences, others } = loaderData
  return (
    <Page className="suggestion-page">
      <PageTrail to={spotUrl(page.spot)} title={page.spot.title} here={suggestion ? 'Suggestion' : 'Suggestions'} />
      {suggestion ? (
        <SuggestionView
          page={page}
          suggestion={suggestion}
          differences={differences}
          others={others}
          error={actionData?.rejection.message}
        />
      ) : (
        <SuggestionList page={page} />
      )}
    </Page>
  )
}

/** Returns null if no suggestion is named, and undefined if the name is not a number. */
function readNumber(text: string | undefined): number | null | undefined {
  if (text === undefined) return null
  const parsed = v.safeParse(RowNumber, text)
  return parsed.success ? parsed.output : undefined
}
