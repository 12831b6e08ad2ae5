import BookOpen from 'lucide-react/icons/book-open'
import Building2 from 'lucide-react/icons/building-2'
import Tag from 'lucide-react/icons/tag'
import { href } from 'react-router'
import { CategoryMark } from '#app/features/categories/category-mark.tsx'
import { writeMapPosition } from '#app/features/explore/map-position.ts'
import { spotUrl } from '#app/features/spots/spot-url.ts'
import type { ComboboxGroup, ComboboxOption } from '#app/ui/forms/combobox-option.ts'
import type { Suggestion } from './suggest-query.ts'

/** A suggestion in the list below a field, with its link. */
export type SuggestionOption = ComboboxOption & { to: string }

/** The zoom at which a town fills the map. */
const CITY_ZOOM = 11
const LARGE_CITY_ZOOM = 10
const LARGE_CITY_POPULATION = 500_000

/** The suggestions in groups, in display order. */
export function groupSuggestions(suggestions: Suggestion[]): ComboboxGroup<SuggestionOption>[] {
  const group = (label: string, type: Suggestion['type']) => ({
    label,
    options: suggestions.filter((suggestion) => suggestion.type === type).map(toOption),
  })
  return [group('Cities', 'city'), group('Spots', 'spot'), group('Tags', 'tag'), group('Stories', 'story')]
}

function toOption(suggestion: Suggestion): SuggestionOption {
  switch (suggestion.type) {
    case 'city': {
      const { slug, name, region, country, lng, lat, population } = suggestion
      const zoom = population >= LARGE_CITY_POPULATION ? LARGE_CITY_ZOOM : CITY_ZOOM
      const to = `${href('/explore')}?${writeMapPosition({ lng, lat, zoom })}`
      return { id: `city-${slug}`, title: name, context: joinPlace(region, country), icon: <Building2 />, to }
    }
    case 'spot': {
      const { id, title, category, city, country } = suggestion
      const icon = <CategoryMark category={category} size={22} />
      return { id: `spot-${id}`, title, context: joinPlace(city, country), icon, to: spotUrl({ id }) }
    }
    case 'tag': {
      const to = `${href('/explore')}?${new URLSearchParams({ tag: suggestion.tag })}`
      return { id: `tag-${suggestion.tag}`, title: suggestion.tag, icon: <Tag />, to }
    }
    case 'story': {
      const { slug, title, author } = suggestion
      const to = href('/post/:slug', { slug })
      return { id: `story-${slug}`, title, context: author && `by ${author}`, icon: <BookOpen />, to }
    }
  }
}

function joinPlace(...parts: (string | null)[]): string {
  return parts.filter((part) => part !== null && part !== '').join(', ')
}
