import { type ReactNode, useState } from 'react'
import { useNavigation } from 'react-router'
import { MemberLink } from '#app/features/account/members/member-link.tsx'
import { PhotoImage } from '#app/features/media/photo-image.tsx'
import { writeValue } from '#app/features/spots/differences/spot-changes.ts'
import { spotUrl } from '#app/features/spots/spot-url.ts'
import { formatDay } from '#app/lib/format/dates.ts'
import { formatCount } from '#app/lib/format/numbers.ts'
import { formatDms } from '#app/lib/geo/coordinates.ts'
import { PageForm } from '#app/platform/navigation/page-form.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { Choice } from '#app/ui/forms/choices/choice.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import './merge-form.css'
import { MERGED_FIELDS, type MergedField, type MergedSpot } from './merge-page.ts'

type Side = 'spot' | 'other'

const LABELS: Record<MergedField, string> = {
  title: 'Title',
  category: 'Category',
  position: 'Position',
  cover_photo_id: 'Cover',
  description: 'Description',
  tags: 'Tags',
  address: 'Address',
  website: 'Website',
  access: 'Access',
}

/** Two spots side by side. Radio buttons choose the spot to keep, and the source of each field. */
export function MergeForm({
  spot,
  other,
  children,
}: {
  spot: MergedSpot
  other: MergedSpot
  /** Further fields of the form. */
  children?: ReactNode
}) {
  const [keep, setKeep] = useState<Side>(chooseKept(spot, other))
  const isBusy = useNavigation().formMethod === 'POST'
  const sides = { spot, other }
  const fields = MERGED_FIELDS.filter((field) => write(spot, field) !== write(other, field))
  return (
    <PageForm method="post" className="merge-form">
      <input type="hidden" name="with" value={other.id} />
      {children}
      <fieldset className="merge-row is-head">
        <legend className="merge-legend">Which one stays?</legend>
        {(['spot', 'other'] as const).map((side) => (
          <SpotHead key={side} spot={sides[side]}>
            <Choice
              type="radio"
              name="keep"
              value={side}
              label="Keep this one"
              checked={keep === side}
              onChange={() => setKeep(side)}
            />
          </SpotHead>
        ))}
      </fieldset>
      {/* A new key resets the fields to those of the kept spot. */}
      {fields.map((field) => (
        <fieldset key={`${field} ${keep}`} className="merge-row">
          <legend className="merge-legend">{LABELS[field]}</legend>
          {(['spot', 'other'] as const).map((side) => (
            <Choice
              key={side}
              type="radio"
              name={field}
              value={side}
              label={<FieldValue spot={sides[side]} field={field} />}
              defaultChecked={keep === side}
            />
          ))}
        </fieldset>
      ))}
      <p className="merge-note">
        Photos, reviews, comments, saves and places in stories move to the one that stays. Where a member reviewed both,
        the newer review counts. The other address redirects there permanently. You can undo this for 30 days.
      </p>
      <div className="merge-bar">
        <Button type="submit" variant="primary" busy={isBusy} busyLabel="Merging">
          Merge
        </Button>
      </div>
    </PageForm>
  )
}

/** Keeps the older spot by default, but never one that waits for approval. */
function chooseKept(spot: MergedSpot, other: MergedSpot): Side {
  if (spot.status === 'pending' || other.status === 'pending') return spot.status === 'pending' ? 'other' : 'spot'
  return spot.created_at <= other.created_at ? 'spot' : 'other'
}

function SpotHead({ spot, children }: { spot: MergedSpot; children: ReactNode }) {
  return (
    <div className="merge-head">
      <p className="title text-h3">
        <TextLink to={spotUrl(spot)} dir="auto">
          {spot.title}
        </TextLink>
      </p>
      <p className="text-small text-ink-2">
        <MemberLink member={spot.author} />, {formatDay(spot.created_at)}
        <br />
        {formatCount(spot.photo_count, 'photo')}, {formatCount(spot.review_count, 'review')},{' '}
        {formatCount(spot.comment_count, 'comment')}, {formatCount(spot.save_count, 'save')}
      </p>
      {children}
    </div>
  )
}

function FieldValue({ spot, field }: { spot: MergedSpot; field: MergedField }) {
  if (field === 'cover_photo_id' && spot.cover)
    return (
      <span className="merge-cover">
        <PhotoImage photo={spot.cover} sizes="160px" />
      </span>
    )
  const text = write(spot, field)
  return text === '' ? <span className="text-ink-3">Nothing</span> : <span dir="auto">{text}</span>
}

function write(spot: MergedSpot, field: MergedField): string {
  if (field === 'position') return `${formatDms(spot)}${spot.precision === 'area' ? ', an area' : ''}`
  if (field === 'cover_photo_id') return spot.cover?.id ?? ''
  return writeValue(field, spot[field])
}
