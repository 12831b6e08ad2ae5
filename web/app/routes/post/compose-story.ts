import { splitStory } from '#app/features/posts/split-story.ts'
import type { SpotSummary } from '#app/features/spots/spot-summary.ts'
import { renderMarkdown } from '#app/lib/markdown/markdown.ts'

/** A spot of a story with its number, in the order in which the story comes to them. */
export interface StoryStop {
  number: number
  spot: SpotSummary
}

/** A piece of a story, ready to be shown. `html` is ours: made from Markdown without any HTML of the author. */
type StoryPart = { kind: 'text'; html: string } | { kind: 'stop'; number: number } | { kind: 'missing' }

export interface Story {
  parts: StoryPart[]
  stops: StoryStop[]
  /** Numbers of the spots that belong to the story, but that its text does not place. */
  unplaced: number[]
}

/** Turns the text of a story and its spots into what is shown: spots stand as cards where the text places them first. */
export function composeStory(body: string, spots: SpotSummary[]): Story {
  const pieces = splitStory(body)
  const known = new Map(spots.map((spot) => [spot.id, spot]))
  const mentioned = pieces.flatMap((piece) => (piece.kind === 'spot' && known.has(piece.spotId) ? [piece.spotId] : []))
  const order = [...new Set([...mentioned, ...known.keys()])]
  const stops = order.flatMap((id, index) => {
    const spot = known.get(id)
    return spot ? [{ number: index + 1, spot }] : []
  })
  const placed = new Set(mentioned)
  const shown = new Set<string>()
  const parts = pieces.flatMap((piece): StoryPart[] => {
    if (piece.kind === 'text') return [{ kind: 'text', html: renderMarkdown(piece.markdown, { firstHeading: 2 }) }]
    if (!known.has(piece.spotId)) return [{ kind: 'missing' }]
    if (shown.has(piece.spotId)) return []
    shown.add(piece.spotId)
    return [{ kind: 'stop', number: order.indexOf(piece.spotId) + 1 }]
  })
  return { parts, stops, unplaced: stops.filter(({ spot }) => !placed.has(spot.id)).map(({ number }) => number) }
}
