import { type FormEvent, useState } from 'react'
import { Form, useNavigation } from 'react-router'
import type { MapPosition } from '#app/features/explore/position/map-position.ts'
import type { PickedPhoto } from '#app/features/media/upload/picked-photo.ts'
import { findPlaces } from '#app/features/search/find-places.ts'
import { useSpotDraft } from '#app/features/spots/draft/use-spot-draft.ts'
import { SpotAudienceFields } from '#app/features/spots/form/spot-form-audience.tsx'
import { SpotFormErrors } from '#app/features/spots/form/spot-form-errors.tsx'
import type { SpotFields } from '#app/features/spots/form/spot-form-schema.ts'
import { SpotWordsFields } from '#app/features/spots/form/spot-form-text.tsx'
import type { FormRejection } from '#app/lib/form-result.ts'
import { pickPlural } from '#app/lib/format/numbers.ts'
import { parsePosition } from '#app/lib/geo/parse-position.ts'
import { showToast } from '#app/ui/feedback/toasts.ts'
import { Steps } from '#app/ui/navigation/steps.tsx'
import { FoundDraftNotice } from './draft/found-draft-notice.tsx'
import { ReplacedDraftNotice } from './draft/replaced-draft-notice.tsx'
import { DuplicatesNotice } from './place/duplicates-notice.tsx'
import { SubmitMap } from './place/submit-map.tsx'
import { usePin } from './place/use-pin.ts'
import { usePinNotes } from './place/use-pin-notes.ts'
import { CheckStep } from './steps/check-step.tsx'
import { PlaceStep } from './steps/place-step.tsx'
import { StepSection } from './steps/step-section.tsx'
import { errorsOfStep, indexOfStep, stepBeside, stepOfField, submitSteps } from './steps/submit-steps.ts'
import { useSubmitStep } from './steps/use-submit-step.ts'
import { SubmitFooter } from './submit-footer.tsx'
import { useSpotErrors } from './use-spot-errors.ts'

/** The form of a new spot in four steps, beside its map. */
export function SubmitForm({
  memberId,
  submissionKey,
  start,
  rejection,
}: {
  memberId: string
  submissionKey: string
  start: MapPosition
  rejection: FormRejection | undefined
}) {
  const kept = useSpotDraft(memberId, submissionKey, rejection?.values)
  const { draft, isRead } = kept
  const { step, go, heading } = useSubmitStep(isRead ? draft.step : undefined)
  const { fields } = draft
  const errors = useSpotErrors(fields, rejection)
  const [isAsking, setIsAsking] = useState(true)
  const [failedPhotos, setFailedPhotos] = useState<readonly string[]>([])
  const isBusy = useNavigation().formMethod === 'POST'
  const reading = parsePosition(fields.position)
  const point = reading.kind === 'point' ? reading.point : undefined
  const notes = usePinNotes(point, fields.title)
  const changeFields = (changes: Partial<SpotFields>) => {
    kept.changeFields(changes)
    errors.clearFields(changes)
  }
  const pin = usePin(point, (position) => changeFields({ position }))
  const part = { fields, errors: errors.shown, onChange: changeFields }

  const goTo = (to: typeof step) => {
    setIsAsking(false)
    errors.clearMessage()
    kept.change({ step: to })
    go(to)
  }
  const handleSubmit = (event: FormEvent) => {
    if (isBusy) return event.preventDefault()
    const isRight = errors.check(step, step === 'check' ? describeWaiting(draft.photos, failedPhotos) : undefined)
    if (!isRight || step !== 'check') event.preventDefault()
    if (isRight && step !== 'check') goTo(stepBeside(step, 1))
  }

  return (
    <div className="submit" data-step={step}>
      <Form
        className="submit-form"
        method="post"
        encType="multipart/form-data"
        noValidate
        onSubmit={handleSubmit}
        // Before hydration, its button would publish a spot without a title and lose the chosen photos.
        data-early-submit
      >
        <input type="hidden" name="submission_key" value={draft.submissionKey} />
        {isRead && <input type="hidden" name="scripted" value="1" />}
        {isRead && <input type="hidden" name="member" value={memberId} />}
        {draft.photos.map(
          ({ key, stored, altText }) => stored && <PhotoInputs key={key} id={stored.id} altText={altText} />,
        )}
        <div className="submit-body">
          <div className="needs-script">
            <Steps label="Steps" steps={submitSteps} current={indexOfStep(step)} />
          </div>
          {(kept.publishedAs === undefined ? isAsking : !isBusy) && (
            <FoundDraftNotice
              found={kept.found}
              publishedAs={kept.publishedAs}
              onGoOn={() => setIsAsking(false)}
              onStartOver={() => {
                const restore = kept.startOver()
                const undo = () => {
                  restore()
                  go(step)
                }
                if (kept.publishedAs === undefined) showToast('Draft deleted', { label: 'Undo', onPress: undo })
                errors.clearAll()
                go('place')
              }}
            />
          )}
          {kept.isReplaced && kept.publishedAs === undefined && <ReplacedDraftNotice />}
          <SpotFormErrors
            message={errors.message}
            errors={errorsOfStep(errors.shown, step)}
            attempt={errors.attempt}
            onGo={(name) => goTo(stepOfField(name))}
          />
          {/* Duplicates are found by position or by title, so every step shows them. */}
          <DuplicatesNotice
            duplicates={notes.duplicates.filter(({ id }) => !draft.otherSpots.includes(id))}
            onOther={(ids) => kept.change({ otherSpots: [...draft.otherSpots, ...ids] })}
          />
          <StepSection id="place" current={step} heading={heading}>
            <PlaceStep
              part={part}
              placeName={notes.cityName}
              findPlaces={findPlaces}
              point={point}
              pin={pin}
              photos={draft.photos}
              onFailedPhotos={setFailedPhotos}
              onPhotos={kept.changePhotos}
            />
          </StepSection>
          <StepSection id="words" current={step} heading={heading}>
            <SpotWordsFields {...part} />
          </StepSection>
          <StepSection id="audience" current={step} heading={heading}>
            <SpotAudienceFields {...part} />
          </StepSection>
          <StepSection id="check" current={step} heading={heading}>
            {step === 'check' && (
              <CheckStep
                draft={draft}
                failedPhotos={failedPhotos}
                point={point}
                cityName={notes.cityName}
                onStep={goTo}
              />
            )}
          </StepSection>
        </div>
        <SubmitFooter
          step={step}
          isBusy={isBusy}
          keptAt={kept.keptAt}
          isUnkeepable={kept.isUnkeepable}
          onBack={() => goTo(stepBeside(step, -1))}
        />
      </Form>
      <SubmitMap start={start} isReady={isRead} isMovable={step === 'place'} point={point} pin={pin} />
    </div>
  )
}

/**
 * Returns a message while photos are not stored, which prevents publishing: failed uploads need a decision, others
 * more time.
 */
function describeWaiting(photos: readonly PickedPhoto[], failedKeys: readonly string[]): string | undefined {
  const waiting = photos.filter(({ stored }) => !stored)
  const failed = waiting.filter(({ key }) => failedKeys.includes(key)).length
  if (failed > 0) {
    const subject = pickPlural(failed, 'One photo has', `${failed} photos have`)
    return `${subject} failed to upload. Go back to the photos to try again or remove ${pickPlural(failed, 'it', 'them')}.`
  }
  if (waiting.length === 0) return undefined
  const subject = pickPlural(waiting.length, 'One photo is', `${waiting.length} photos are`)
  return `${subject} still uploading. Please wait a moment.`
}

function PhotoInputs({ id, altText }: { id: string; altText: string }) {
  return (
    <>
      <input type="hidden" name="photo" value={id} />
      <input type="hidden" name="photo_alt" value={altText} />
    </>
  )
}
