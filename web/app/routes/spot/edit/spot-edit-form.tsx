import { useRef, useState } from 'react'
import { href, useNavigation } from 'react-router'
import { PhotoPicker } from '#app/features/media/upload/photo-picker.tsx'
import type { PickedPhoto } from '#app/features/media/upload/picked-photo.ts'
import { SpotAudienceFields } from '#app/features/spots/form/spot-form-audience.tsx'
import { SpotFormErrors } from '#app/features/spots/form/spot-form-errors.tsx'
import type { SpotFields } from '#app/features/spots/form/spot-form-schema.ts'
import { SpotWordsFields } from '#app/features/spots/form/spot-form-text.tsx'
import type { FormRejection } from '#app/lib/form-result.ts'
import { withBase } from '#app/platform/config/app-config.ts'
import { PageForm } from '#app/platform/navigation/page-form.tsx'
import { AskBeforeLeaving } from '#app/platform/unsaved/ask-before-leaving.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'
import type { LoadedSpotPage } from '../spot-page.ts'
import { toSpotFields } from './edit-spot.ts'
import { SpotEditPlace } from './spot-edit-place.tsx'

/** The form of an existing spot, beside its map. */
export function SpotEditForm({
  page,
  viewerId,
  rejection,
}: {
  page: LoadedSpotPage
  viewerId: string
  rejection: FormRejection | undefined
}) {
  const { spot, viewer } = page
  const form = useRef<HTMLFormElement>(null)
  const [fields, setFields] = useState<SpotFields>(() => ({ ...toSpotFields(page), ...rejection?.values }))
  const [seenPhotos] = useState(() => listOwnPhotos(page, viewerId))
  const [photos, setPhotos] = useState(seenPhotos)
  // Saving changes only what differs from this, because others may have changed the spot in the meantime.
  const [seen] = useState(() => rejection?.values.seen ?? JSON.stringify(toSpotFields(page)))
  const isBusy = useNavigation().formMethod === 'POST'
  const errors = rejection?.fieldErrors ?? {}
  const onChange = (changes: Partial<SpotFields>) => setFields((before) => ({ ...before, ...changes }))
  const part = { fields, errors, onChange }
  const waiting = photos.filter(({ stored }) => !stored).length
  return (
    <PageForm
      ref={form}
      method="post"
      encType="multipart/form-data"
      className="spot-edit-form"
      noValidate
      // Before hydration, it would lose the chosen photos.
      data-early-submit
    >
      <AskBeforeLeaving form={form} />
      <SpotFormErrors message={rejection?.message} errors={errors} attempt={rejection} />
      <input type="hidden" name="seen" value={seen} />
      {seenPhotos.map(({ key }) => (
        <input key={key} type="hidden" name="photo_seen" value={key} />
      ))}
      <SpotEditPlace part={part} />
      <div className="spot-edit-body">
        <SpotWordsFields {...part} />
        <section aria-labelledby="photos-title" id="photos">
          <h2 className="title text-h3 mb-3" id="photos-title">
            Photos
          </h2>
          <PhotoPicker
            photos={photos}
            uploadUrl={withBase('/submit/photos')}
            keptIds={page.photos.map(({ id }) => id)}
            onChange={setPhotos}
            note="The first photo is the cover. Photos you remove here are deleted when you save."
          />
          <noscript>
            <label className="field-label" htmlFor="spot-files">
              Add photos
            </label>
            <input id="spot-files" type="file" name="files" accept="image/*" multiple className="input" />
          </noscript>
          {photos.map(
            ({ key, stored, altText }) =>
              stored && (
                <span key={key} hidden>
                  <input type="hidden" name="photo" value={stored.id} />
                  <input type="hidden" name="photo_alt" value={altText} />
                </span>
              ),
          )}
        </section>
        {viewer.is_author ? (
          <SpotAudienceFields {...part} />
        ) : (
          <>
            <input type="hidden" name="visibility" value={fields.visibility} />
            <input type="hidden" name="precision" value={fields.precision} />
          </>
        )}
        <div className="spot-edit-actions">
          <Button type="submit" variant="primary" busy={isBusy} busyLabel="Saving" disabled={waiting > 0}>
            Save
          </Button>
          {spot.status === 'draft' && (
            <Button type="submit" name="publish" value="1" disabled={waiting > 0}>
              Save and publish
            </Button>
          )}
          <LinkButton variant="quiet" to={href('/spot/:id', { id: spot.id })} data-discards-changes>
            Discard changes
          </LinkButton>
        </div>
        {waiting > 0 && <p role="status">A photo is still uploading. You can save when it is done.</p>}
        {viewer.is_author && spot.status !== 'removed' && (
          <p className="spot-edit-end">
            Does this spot not belong here?{' '}
            <LinkButton
              variant="danger"
              size="small"
              to={{ pathname: href('/spot/:id', { id: spot.id }), search: '?do=delete' }}
            >
              Delete
            </LinkButton>
          </p>
        )}
      </div>
    </PageForm>
  )
}

/** Members can reorder their own photos; those of others keep their positions. */
function listOwnPhotos({ photos }: LoadedSpotPage, viewerId: string): PickedPhoto[] {
  return photos
    .filter(({ author_id }) => author_id === viewerId)
    .map(({ id, width, height, placeholder, alt_text, taken_at }) => ({
      key: id,
      name: '',
      file: null,
      stored: { id, width, height, placeholder: placeholder ?? '', position: null, takenAt: taken_at },
      altText: alt_text,
    }))
}
