import { listSuggestions } from '#app/features/search/suggest-query.ts'
import type { Suggestion } from '#app/features/search/suggestion.ts'
import type { FindPlaces, PlaceSuggestion } from '#app/features/spots/form/place-suggestion.ts'
import { getBrowserClient } from '#app/platform/session/browser-client.ts'

/** Searches cities and spots: the suggestions of the site's search without tags and stories. */
export const findPlaces: FindPlaces = async (typed, near, signal) => {
  const found = await listSuggestions(await getBrowserClient(), typed, { near, signal })
  return found.flatMap(toPlace)
}

function toPlace(suggestion: Suggestion): PlaceSuggestion[] {
  if (suggestion.type !== 'city' && suggestion.type !== 'spot') return []
  const { lng, lat } = suggestion
  if (suggestion.type === 'city') {
    const { slug, name, region, country } = suggestion
    const context = [region, country].filter(Boolean).join(', ')
    return [{ id: `city:${slug}`, group: 'Cities', title: name, context, point: { lng, lat } }]
  }
  const { id, title, city, country } = suggestion
  return [{ id, group: 'Spots', title, context: city ?? country ?? '', point: { lng, lat } }]
}
