import { PhotoPicker } from '#app/features/media/upload/photo-picker.tsx'
import type { PickedPhoto } from '#app/features/media/upload/picked-photo.ts'
import type { FindPlaces } from '#app/features/spots/form/place-suggestion.ts'
import { SpotPlaceField } from '#app/features/spots/form/spot-form-place.tsx'
import type { SpotFormSectionProps } from '#app/features/spots/form/spot-form-section.ts'
import type { Point } from '#app/lib/geo/point.ts'
import { withBase } from '#app/platform/config/app-config.ts'
import { PhotoPlace } from '../place/photo-place.tsx'
import type { Pin } from '../place/use-pin.ts'
import { SignInAgain } from '../sign-in-again.tsx'

/** The position and the photos. */
export function PlaceStep({
  part,
  placeName,
  findPlaces,
  point,
  pin,
  photos,
  onPhotos,
  onFailedPhotos,
}: {
  part: SpotFormSectionProps
  placeName: string | undefined
  findPlaces: FindPlaces
  point: Point | undefined
  pin: Pin
  photos: readonly PickedPhoto[]
  onPhotos: (change: (photos: readonly PickedPhoto[]) => PickedPhoto[]) => void
  onFailedPhotos: (keys: readonly string[]) => void
}) {
  return (
    <>
      <SpotPlaceField {...part} placeName={placeName} findPlaces={findPlaces} onPlace={pin.show} />
      <section className="submit-photos" aria-labelledby="submit-photos">
        <h2 id="submit-photos" className="title text-h2">
          Photos <span className="submit-aside">optional. The first one is the cover.</span>
        </h2>
        <PhotoPicker
          photos={photos}
          uploadUrl={withBase('/submit/photos')}
          onChange={onPhotos}
          onFailed={onFailedPhotos}
          onStored={({ position }) => position && pin.suggest(position)}
          signInLink={<SignInAgain />}
          note="We can set the pin from a photo’s location, which we then remove from every copy we keep."
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
