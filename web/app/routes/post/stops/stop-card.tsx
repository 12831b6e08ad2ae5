import Bookmark from 'lucide-react/icons/bookmark'
import { isLandscape } from '#app/features/categories/categories.ts'
import { CategoryLabel } from '#app/features/categories/category-label.tsx'
import { SpotPicture } from '#app/features/spots/cards/spot-picture.tsx'
import { SpotRating } from '#app/features/spots/cards/spot-rating.tsx'
import { placeOf, spotUrl } from '#app/features/spots/spot-url.ts'
import { useIntentForm } from '#app/lib/intent-form.ts'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { NumberDisc } from '#app/ui/display/number-disc.tsx'
import { CardLine } from '#app/ui/layout/card-line.tsx'
import type { StoryStop } from '../compose-story.ts'
import { stopElementId } from './use-current-stop.ts'

/** A spot of a story: its number on the map, its category, and a button to save it. */
export function StopCard({
  stop: { number, spot },
  isSaved,
  isCurrent,
}: {
  stop: StoryStop
  isSaved: boolean
  isCurrent: boolean
}) {
  const place = placeOf(spot)
  return (
    <div className="stop-card" id={stopElementId(number)} data-stop={number} data-current={isCurrent || undefined}>
      <div className="card-picture">
        <SpotPicture spot={spot} format="thumb" sizes="7.5rem" />
      </div>
      <div className="stop-card-body">
        <p className={classNames('title stop-card-title', isLandscape(spot.category) && 'nature')} dir="auto">
          <NumberDisc number={number} />
          <SafeLink className="card-link" to={spotUrl(spot)} prefetch="intent">
            {spot.title}
          </SafeLink>
        </p>
        <CardLine>
          <CategoryLabel category={spot.category} size={18} />
          {place && <span dir="auto">{place}</span>}
          {spot.status === 'closed' && <b>Closed</b>}
        </CardLine>
        <SpotRating spot={spot} />
      </div>
      <SaveStop spotId={spot.id} title={spot.title} isSaved={isSaved} />
    </div>
  )
}

function SaveStop({ spotId, title, isSaved }: { spotId: string; title: string; isSaved: boolean }) {
  const { Form, sent, rejection } = useIntentForm('mark')
  const shown = sent ? sent.get('on') === 'true' : isSaved
  return (
    <Form method="post" className="stop-card-save above-link">
      <input type="hidden" name="spot" value={spotId} />
      <input type="hidden" name="kind" value="want" />
      <input type="hidden" name="on" value={String(!shown)} />
      <Button
        type="submit"
        name="intent"
        value="mark"
        pressed={shown}
        icon={<Bookmark />}
        aria-label={`Save ${title} to want to go`}
      >
        {shown ? 'Saved' : 'Save'}
      </Button>
      {rejection?.message && (
        <span className="field-error" role="alert">
          {rejection.message}
        </span>
      )}
    </Form>
  )
}
