import { data, href } from 'react-router'
import * as v from 'valibot'
import { PhotoError } from '#app/features/media/photo-error.ts'
import { isConfirmed } from '#app/lib/confirmed-form.ts'
import { describeDataError } from '#app/lib/describe-data-error.ts'
import { type FormRejection, rejectForm } from '#app/lib/form-result.ts'
import { parseForm } from '#app/lib/parse-form.ts'
import type { Supabase } from '#app/lib/supabase.ts'
import { redirectTo } from '#app/platform/navigation/redirect-to.ts'
import { deleteStory, publishStory, type StoryIdentity, saveStory } from './draft/story-commands.ts'
import { StoryInput } from './draft/story-fields.ts'
import { resolveCity } from './publish/find-cities.ts'

const Uuid = v.pipe(v.string(), v.uuid())
const Version = v.pipe(
  v.optional(v.string(), ''),
  v.regex(/^\d{0,9}$/),
  v.transform((text) => (text === '' ? null : Number(text))),
)
const IdentityForm = v.object({ submission_key: Uuid, version: Version, base_version: Version })

/** The response to a rejected form. */
interface ComposeResponse {
  rejection: FormRejection
}

/**
 * Saves, publishes or deletes a story by a form, for pages without JavaScript. `id` is null for a new story. Uploaded
 * photos are appended to the text. Success redirects; otherwise the form is shown again with the typed values.
 */
export async function runComposeAction(
  supabase: Supabase,
  id: string | null,
  sent: FormData,
  storePhoto: (file: File) => Promise<{ id: string }>,
) {
  const form = withMissing(sent)
  try {
    if (sent.get('intent') === 'delete') return await runDelete(supabase, id, sent)
    const problem = await storePhotos(form, sent.getAll('photos'), storePhoto)
    if (problem) return reject(rejectForm(problem, form))
    const identity = parseForm(IdentityForm, form)
    if (!identity.accepted) return reject(rejectForm('This form is incomplete. Please reload the page.', form))
    const story = parseForm(StoryInput, form)
    if (!story.accepted) return reject({ ...story.rejection, message: firstOf(story.rejection) })
    const { city } = story.value
    const slug = city === null ? null : await resolveCity(supabase, city)
    if (city !== null && slug === null) return reject(rejectCity(city, form))
    const input = { ...story.value, city: slug }
    const { submission_key, version, base_version } = identity.value
    const known: StoryIdentity = { id, submissionKey: submission_key, version, baseVersion: base_version }
    if (form.get('intent') === 'publish') {
      const { slug } = await publishStory(supabase, input, known)
      return redirectTo(href('/post/:slug', { slug }))
    }
    const saved = await saveStory(supabase, input, known)
    return redirectTo(href('/post/:slug/edit', { slug: saved.id }))
  } catch (error) {
    const reason = describeDataError(error)
    if (!reason) throw error
    return reject(rejectForm(reason, form))
  }
}

async function runDelete(supabase: Supabase, id: string | null, form: FormData) {
  if (id === null || !isConfirmed(form)) return reject(rejectForm('Tick the box to delete this story for good.', form))
  if (!(await deleteStory(supabase, id))) return reject(rejectForm('Only the author can delete this story.', form))
  return redirectTo(`${href('/account')}#stories`)
}

function reject(rejection: FormRejection) {
  return data<ComposeResponse>({ rejection }, { status: 400 })
}

/**
 * Stores photos and appends them to the text, so that none is uploaded twice if a later one or the story itself is
 * rejected. Returns the problem with the first photo that was rejected.
 */
async function storePhotos(
  form: FormData,
  photos: FormDataEntryValue[],
  storePhoto: (file: File) => Promise<{ id: string }>,
): Promise<string | undefined> {
  for (const file of photos) {
    if (!(file instanceof File) || file.size === 0) continue
    try {
      const { id } = await storePhoto(file)
      form.set('body', `${String(form.get('body')).trimEnd()}\n\n![](/photo/${id})\n`.trimStart())
    } catch (error) {
      if (!(error instanceof PhotoError)) throw error
      return `${file.name}: ${error.message}`
    }
  }
  return undefined
}

function rejectCity(city: string, form: FormData): FormRejection {
  const message = `There is no city called “${city}”. Check the spelling, or leave the field empty.`
  return { ...rejectForm(message, form), fieldErrors: { city: message } }
}

function firstOf({ fieldErrors }: FormRejection): string | undefined {
  return Object.values(fieldErrors)[0]
}

/** An empty choice is missing from the form data. */
function withMissing(form: FormData): FormData {
  const complete = new FormData()
  for (const name of ['title', 'summary', 'body', 'tags', 'city', 'cover']) complete.set(name, '')
  complete.set('visibility', 'public')
  for (const [name, value] of form) if (typeof value === 'string') complete.set(name, value)
  return complete
}
