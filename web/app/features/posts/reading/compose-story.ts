import type { PhotoImageProps } from '#app/features/media/photo-image.tsx'
import type { SpotSummary } from '#app/features/spots/spot-summary.ts'
import { renderMarkdown } from '#app/lib/markdown/markdown.ts'
import type { StoredStoryPhoto } from '../compose/story-photos.ts'
import { type StoryPhoto, splitStory } from '../split-story.ts'

/** A spot of a story, numbered in the order in which the story mentions it. */
export interface StoryStop {
  number: number
  spot: SpotSummary
}

/** A part of a story, ready to be shown. `html` is safe: it comes from Markdown, without any HTML of the author. */
type StoryPart =
  | { kind: 'text'; html: string }
  | { kind: 'stop'; number: number }
  | { kind: 'photo'; photo: PhotoImageProps['photo']; caption: string }
  | { kind: 'missing' }

export interface Story {
  parts: StoryPart[]
  stops: StoryStop[]
  /** Numbers of the spots that the text does not mention. */
  unplaced: number[]
}

/** Splits the text of a story into parts. Each spot becomes a card where the text first mentions it. */
export function composeStory(
  body: string,
  spots: readonly SpotSummary[],
  photos: readonly StoredStoryPhoto[] = [],
): Story {
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
    if (piece.kind === 'photo') return placePhoto(piece, photos)
    if (!known.has(piece.spotId)) return [{ kind: 'missing' }]
    if (shown.has(piece.spotId)) return []
    shown.add(piece.spotId)
    return [{ kind: 'stop', number: order.indexOf(piece.spotId) + 1 }]
  })
  return { parts, stops, unplaced: stops.filter(({ spot }) => !placed.has(spot.id)).map(({ number }) => number) }
}

/** Photos of other stories or authors are left out. */
function placePhoto({ photoId, altText, caption }: StoryPhoto, photos: readonly StoredStoryPhoto[]): StoryPart[] {
  const photo = photos.find(({ id }) => id === photoId)
  return photo ? [{ kind: 'photo', photo: { ...photo, alt_text: altText }, caption }] : []
}
