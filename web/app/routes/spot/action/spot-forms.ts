import * as v from 'valibot'
import { markKinds } from '#app/features/lists/mark-commands.ts'
import type { PhotoFolder } from '#app/features/media/photo-folder.server.ts'
import { limitedText } from '#app/lib/limited-text.ts'
import type { Supabase } from '#app/lib/supabase.ts'
import type { Viewer } from '#app/platform/session/viewer.ts'

/** The arguments of a form of the spot's page that may contain photos. */
export interface PhotoFormCall {
  supabase: Supabase
  photoFolder: PhotoFolder
  viewer: Viewer
  spotId: string
  form: FormData
}

/** Turns "Want to go" or "Been there" on or off. */
export const MarkForm = v.object({
  kind: v.picklist(markKinds),
  on: v.pipe(
    v.picklist(['true', 'false']),
    v.transform((value) => value === 'true'),
  ),
})

/** The id of a review or a comment. */
export const RowForm = v.object({ id: v.pipe(v.string(), v.uuid()) })

export const RemovalForm = v.object({
  reason: v.pipe(limitedText('spots.removal_reason'), v.nonEmpty('Please give a reason for the author.')),
})

export const PhotoForm = v.object({
  alt_text: limitedText('photos.alt_text'),
})
