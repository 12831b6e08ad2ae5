import * as v from 'valibot'
import { PhotoImage } from '#app/features/media/photo-image.tsx'
import { PhotoSummary } from '#app/features/media/photo-summary.ts'
import type { ReportedContent, ReportedItem } from './reports-schema.ts'

/** The reported thing itself: a photo, or the words of everything else. */
export function ReportedThing({ kind, content }: { kind: ReportedItem['kind']; content: ReportedContent }) {
  if (kind === 'photo') {
    const photo = v.safeParse(PhotoSummary, content)
    if (!photo.success) return null
    return (
      <PhotoImage photo={photo.output} sizes="(width >= 67.5rem) 50vw, 100vw" isFirst className="desk-reported-photo" />
    )
  }
  const words = [content.summary, content.description, content.body, content.name, content.bio].filter(Boolean)
  return (
    <div className="desk-reported" dir="auto">
      {content.rating !== undefined && <p>{content.rating} of 5</p>}
      {words.map((text) => (
        <p key={text} className="desk-reported-text">
          {text}
        </p>
      ))}
      {words.length === 0 && <p className="desk-note">Without words.</p>}
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
