import type { ReactNode } from 'react'
import { isCategoryId } from '#app/features/categories/categories.ts'
import { CategoryLabel } from '#app/features/categories/category-label.tsx'
import type { SpotDraft } from '#app/features/spots/draft/spot-draft.ts'
import { DescriptionPreview } from '#app/features/spots/form/description-preview.tsx'
import { precisions, visibilities } from '#app/features/spots/form/spot-form-audience.tsx'
import { accesses } from '#app/features/spots/form/spot-form-schema.ts'
import { parseTags } from '#app/features/spots/spot-tags.ts'
import { formatCount } from '#app/lib/format/numbers.ts'
import { formatDms } from '#app/lib/geo/coordinates.ts'
import type { Point } from '#app/lib/geo/point.ts'
import { Facts } from '#app/ui/display/facts.tsx'
import { Tag } from '#app/ui/display/tag.tsx'
import { DraftCard } from './draft-card.tsx'
import type { SubmitStep } from './submit-steps.ts'

/** A preview of the spot and everything that was entered, each with a link to change it. */
export function CheckStep({
  draft,
  failedPhotos,
  point,
  cityName,
  onStep,
}: {
  draft: SpotDraft
  /** Keys of the photos whose upload has failed. */
  failedPhotos: readonly string[]
  point: Point | undefined
  cityName: string | undefined
  onStep: (step: SubmitStep) => void
}) {
  const { fields, photos } = draft
  const row = (name: string, step: SubmitStep, value: ReactNode) => ({
    name,
    value: (
      <div className="submit-fact">
        <span className="min-w-0" dir="auto">
          {value || <span className="text-ink-3">Not set</span>}
        </span>
        <button type="button" className="link" onClick={() => onStep(step)}>
          Change<span className="sr-only"> {name}</span>
        </button>
      </div>
    ),
  })
  const { tags } = parseTags(fields.tags)
  return (
    <>
      <DraftCard draft={draft} point={point} cityName={cityName} />
      <Facts
        facts={[
          row('Place', 'place', point && <span className="measured">{formatDms(point)}</span>),
          row('Photos', 'place', describePhotos(photos, failedPhotos)),
          row('Category', 'words', isCategoryId(fields.category) && <CategoryLabel category={fields.category} />),
          row(
            'Description',
            'words',
            fields.description.trim() && <DescriptionPreview text={fields.description} className="prose" />,
          ),
          row('Tags', 'words', tags.length > 0 && <span className="spot-form-tags mt-0">{tags.map(toTag)}</span>),
          row('Address', 'words', fields.address),
          row('Website', 'words', fields.website),
          row('Access', 'words', wordOf(accesses, fields.access)),
          row('Visibility', 'audience', wordOf(visibilities, fields.visibility)?.label),
          row('Shown', 'audience', wordOf(precisions, fields.precision)?.label),
        ]}
      />
    </>
  )
}

function toTag(tag: string) {
  return <Tag key={tag}>{tag}</Tag>
}

function wordOf<Word>(words: Record<string, Word>, value: string): Word | undefined {
  return words[value]
}

function describePhotos(photos: SpotDraft['photos'], failedPhotos: readonly string[]): string {
  if (photos.length === 0) return ''
  const failed = photos.filter(({ key, stored }) => !stored && failedPhotos.includes(key)).length
  const waiting = photos.filter(({ stored }) => !stored).length - failed
  const count = formatCount(photos.length, 'photo')
  return [count, waiting > 0 && `${waiting} still uploading`, failed > 0 && `${failed} failed`]
    .filter(Boolean)
    .join(', ')
}
