import BookOpen from 'lucide-react/icons/book-open'
import Building2 from 'lucide-react/icons/building-2'
import Globe from 'lucide-react/icons/globe'
import MapPin from 'lucide-react/icons/map-pin'
import Tag from 'lucide-react/icons/tag'
import type { ReactNode } from 'react'
import { href } from 'react-router'
import { categories } from '#app/features/categories/categories.ts'
import { CategoryIcon } from '#app/features/categories/category-icon.tsx'
import { noFilter, writeSpotFilter } from '#app/features/explore/filters/spot-filter.ts'
import { writeMapPosition } from '#app/features/explore/position/map-position.ts'
import { ClosedMark } from '#app/features/spots/cards/closed-mark.tsx'
import { spotUrl } from '#app/features/spots/spot-url.ts'
import { formatDms } from '#app/lib/geo/coordinates.ts'
import type { ComboboxGroup, ComboboxOption } from '#app/ui/forms/choices/combobox-option.ts'
import type { Suggestion } from './suggestion.ts'

/** A suggestion in the list below a field, with its link. */
export type SuggestionOption = ComboboxOption & { to: string }

/** The zoom at which a town fills the map. */
const CITY_ZOOM = 11
const LARGE_CITY_ZOOM = 10
const LARGE_CITY_POPULATION = 500_000
/** Shows the streets around a position. */
const POSITION_ZOOM = 15

const LABELS: Record<Suggestion['type'], string> = {
  city: 'Cities',
  region: 'Regions',
  spot: 'Spots',
  tag: 'Tags',
  category: 'Categories',
  position: 'Coordinates',
  story: 'Stories',
}

/** The suggestions in groups. The group with the best suggestion comes first. */
export function groupSuggestions(suggestions: Suggestion[]): ComboboxGroup<SuggestionOption>[] {
  const groups = Map.groupBy(suggestions, ({ type }) => type)
  return [...groups].map(([type, members]) => ({ label: LABELS[type], options: members.map(toOption) }))
}

function toOption(suggestion: Suggestion): SuggestionOption {
  switch (suggestion.type) {
    case 'city': {
      const { slug, name, matched, region, country } = suggestion
      const title = joinNames(matched, name)
      return {
        id: `city-${slug}`,
        title,
        context: joinPlace(region, country),
        icon: <Building2 />,
        to: toCityMap(suggestion),
      }
    }
    case 'spot': {
      const { id, title, category } = suggestion
      const icon = <CategoryIcon category={category} size={22} />
      return { id: `spot-${id}`, title, context: describeSpot(suggestion), icon, to: spotUrl({ id }) }
    }
    case 'region': {
      const { name, matched, country, lng, lat, zoom } = suggestion
      const title = joinNames(matched, name)
      const to = `${href('/explore')}?${writeMapPosition({ lng, lat, zoom })}`
      return { id: `region-${name}-${country}`, title, context: country ?? '', icon: <Globe />, to }
    }
    case 'tag': {
      const to = `${href('/explore')}?${new URLSearchParams({ tag: suggestion.tag })}`
      return { id: `tag-${suggestion.tag}`, title: suggestion.tag, icon: <Tag />, to }
    }
    case 'category': {
      const { category, access, city, region } = suggestion
      const place = city ? `near ${city.name}` : region && `in ${region.name}`
      const context = joinPlace(access === 'free' ? 'free entry' : null, place)
      const icon = <CategoryIcon category={category} size={22} />
      return {
        id: `category-${category}`,
        title: categories[category].name,
        context,
        icon,
        to: toCategoryUrl(suggestion),
      }
    }
    case 'position': {
      const { lng, lat } = suggestion
      const to = `${href('/explore')}?${writeMapPosition({ lng, lat, zoom: POSITION_ZOOM })}`
      return { id: 'position', title: formatDms({ lng, lat }), context: 'on the map', icon: <MapPin />, to }
    }
    case 'story': {
      const { slug, title, author } = suggestion
      const to = href('/post/:slug', { slug })
      return { id: `story-${slug}`, title, context: author && `by ${author}`, icon: <BookOpen />, to }
    }
  }
}

/** The place of a spot, after the mark of closed ones. */
function describeSpot(spot: Extract<Suggestion, { type: 'spot' }>): ReactNode {
  const place = joinPlace(spot.city, spot.country)
  if (spot.status !== 'closed') return place
  return (
    <>
      <ClosedMark spot={spot} /> {place}
    </>
  )
}

/** The map of a category's spots, around the city or of the region if there is one. */
function toCategoryUrl({ category, access, city, region }: Extract<Suggestion, { type: 'category' }>): string {
  const filter = { ...noFilter, categories: [category], access: access === null ? [] : [access] }
  const position = city ? { ...city, zoom: zoomOf(city) } : region
  const place = position ? writeMapPosition(position) : new URLSearchParams()
  return `${href('/explore')}?${writeSpotFilter(filter, place)}`
}

function toCityMap(city: { lng: number; lat: number; population: number }): string {
  return `${href('/explore')}?${writeMapPosition({ lng: city.lng, lat: city.lat, zoom: zoomOf(city) })}`
}

function zoomOf({ population }: { population: number }): number {
  return population >= LARGE_CITY_POPULATION ? LARGE_CITY_ZOOM : CITY_ZOOM
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/

/**
 * Joins the name that matched and the usual name. A right-to-left name is isolated and preceded by a left-to-right
 * mark. Otherwise it would reorder the comma, and browsers would take the direction of the text from its first letter.
 */
function joinNames(matched: string | null, name: string): string {
  if (matched === null) return name
  return RIGHT_TO_LEFT.test(matched) ? `\u200e\u2068${matched}\u2069, ${name}` : `${matched}, ${name}`
}

function joinPlace(...parts: (string | null)[]): string {
  return parts.filter((part) => part !== null && part !== '').join(', ')
}
