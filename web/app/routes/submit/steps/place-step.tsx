import { PhotoPicker } from '#app/features/media/upload/photo-picker.tsx'
import type { PickedPhoto } from '#app/features/media/upload/picked-photo.ts'
import type { FindPlaces } from '#app/features/spots/form/place-suggestion.ts'
import type { SpotFormPartProps } from '#app/features/spots/form/spot-form-part.ts'
import { SpotPlaceField } from '#app/features/spots/form/spot-form-place.tsx'
import type { Point } from '#app/lib/geo/point.ts'
import { withBase } from '#app/platform/app-config.ts'
import { DuplicatesNotice } from '../place/duplicates-notice.tsx'
import { PhotoPlace } from '../place/photo-place.tsx'
import type { Pin } from '../place/use-pin.ts'
import type { Duplicate } from '../place/use-pin-notes.ts'
import { SignInAgain } from '../sign-in-again.tsx'

/** Where it is, and what it looks like. */
export function PlaceStep({
  part,
  placeName,
  findPlaces,
  point,
  pin,
  duplicates,
  onOtherSpots,
  photos,
  onPhotos,
}: {
  part: SpotFormPartProps
  placeName: string | undefined
  findPlaces: FindPlaces
  point: Point | undefined
  pin: Pin
  duplicates: readonly Duplicate[]
  onOtherSpots: (ids: string[]) => void
  photos: readonly PickedPhoto[]
  onPhotos: (change: (photos: readonly PickedPhoto[]) => PickedPhoto[]) => void
}) {
  return (
    <>
      <SpotPlaceField {...part} placeName={placeName} findPlaces={findPlaces} onPlace={pin.show} />
      <DuplicatesNotice duplicates={duplicates} onOther={onOtherSpots} />
      <section className="submit-photos" aria-labelledby="submit-photos">
        <h2 id="submit-photos" className="title text-h2">
          Photos <span className="submit-aside">if you have some. The first one is the cover.</span>
        </h2>
        <PhotoPicker
          photos={photos}
          uploadUrl={withBase('/submit/photos')}
          onChange={onPhotos}
          onStored={({ position }) => position && pin.suggest(position)}
          signInLink={<SignInAgain />}
          note="A photo’s own position can set the pin. It is removed from every copy we keep."
        />
        <PhotoPlace point={point} pin={pin} />
        <input
          className="without-script"
          type="file"
          name="files"
          accept="image/*"
          multiple
          aria-labelledby="submit-photos"
        />
      </section>
    </>
  )
}
