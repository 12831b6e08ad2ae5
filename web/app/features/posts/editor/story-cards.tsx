import { useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import type { SpotSummary } from '#app/features/spots/spot-summary.ts'
import type { StoredStoryPhoto } from '../compose/story-photos.ts'
import type { CardViews } from './card-views.ts'
import { PhotoCard } from './photo-card.tsx'
import { SpotCard } from './spot-card.tsx'
import type { usePhotoFiles } from './use-photo-files.ts'

/** The cards of the spots and photos in the text, each rendered into its place in the document. */
export function StoryCards({
  cards,
  ids,
  spots,
  answered,
  photos,
  files,
}: {
  cards: CardViews
  /** The ids of the spots in the order of the text. */
  ids: readonly string[]
  spots: readonly SpotSummary[]
  /** The ids of spots for which the server has responded. */
  answered: ReadonlySet<string>
  photos: readonly StoredStoryPhoto[]
  files: ReturnType<typeof usePhotoFiles>
}) {
  const views = useSyncExternalStore(cards.subscribe, cards.list, cards.list)
  return views.map((view) => {
    const id = String(view.attrs.id)
    const card =
      view.type === 'spot' ? (
        <SpotCard
          view={view}
          spot={spots.find((spot) => spot.id === id)}
          isGone={answered.has(id)}
          number={ids.indexOf(id) + 1}
        />
      ) : (
        <PhotoCard
          view={view}
          photo={photos.find((photo) => photo.id === id)}
          fileUrl={files.urlOf(id)}
          progress={files.progress[id]}
          onRetry={() => files.retry(id)}
        />
      )
    return createPortal(card, view.dom, view.key)
  })
}
