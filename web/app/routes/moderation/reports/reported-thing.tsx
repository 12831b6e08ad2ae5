import * as v from 'valibot'
import { CategoryLabel } from '#app/features/categories/category-label.tsx'
import { PhotoImage } from '#app/features/media/photo-image.tsx'
import { PhotoSummary } from '#app/features/media/photo-summary.ts'
import { spotUrl } from '#app/features/spots/spot-url.ts'
import { TextWithMentions } from '#app/ui/display/text-with-mentions.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import type { ReportedContent, ReportedItem } from './reports-schema.ts'

/** The reported content: a photo, or the text of everything else. */
export function ReportedThing({ kind, content }: { kind: ReportedItem['kind']; content: ReportedContent }) {
  if (kind === 'photo') {
    const photo = v.safeParse(PhotoSummary, content)
    if (!photo.success) return null
    return (
      <PhotoImage photo={photo.output} sizes="(width >= 67.5rem) 50vw, 100vw" isFirst className="desk-reported-photo" />
    )
  }
  const words = [content.summary, content.description, content.body, content.name, content.bio].flatMap(
    (text) => text || [],
  )
  return (
    <div className="desk-reported">
      {content.rating !== undefined && <p>{content.rating} of 5</p>}
      {words.map((text) => (
        <p key={text} className="desk-reported-text" dir="auto">
          <TextWithMentions text={text} />
        </p>
      ))}
      {content.items && <ListedSpots items={content.items} />}
      {words.length === 0 && !content.items && <p className="desk-note">No text.</p>}
      {content.photos && content.photos.length > 0 && (
        <ul className="desk-photos">
          {content.photos.slice(0, 6).map((photo) => (
            <li key={photo.id}>
              <PhotoImage photo={photo} sizes="(width >= 67.5rem) 30vw, 100vw" />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** The spots and notes of a reported list. Private spots are not shown. */
function ListedSpots({ items }: { items: NonNullable<ReportedContent['items']> }) {
  if (items.length === 0) return <p className="desk-note">An empty list.</p>
  return (
    <ol className="desk-listed">
      {items.map((spot) => (
        <li key={spot.id}>
          <TextLink to={spotUrl(spot)} dir="auto">
            {spot.title}
          </TextLink>{' '}
          <CategoryLabel category={spot.category} />
          {spot.note && <p dir="auto">“{spot.note}”</p>}
        </li>
      ))}
    </ol>
  )
}
