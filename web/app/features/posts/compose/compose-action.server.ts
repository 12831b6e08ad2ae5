import { data, href } from 'react-router'
import * as v from 'valibot'
import { describeDataError } from '#app/lib/describe-data-error.ts'
import { type FormRejection, parseForm, rejectForm } from '#app/lib/form-result.ts'
import type { Supabase } from '#app/lib/supabase.ts'
import { redirectTo } from '#app/platform/navigation/redirect-to.ts'
import { deleteStory, publishStory, type StoryIdentity, saveStory } from './story-commands.ts'
import { StoryInput } from './story-fields.ts'

const Uuid = v.pipe(v.string(), v.uuid())
const Version = v.pipe(
  v.optional(v.string(), ''),
  v.regex(/^\d{0,9}$/),
  v.transform((text) => (text === '' ? null : Number(text))),
)
const IdentityForm = v.object({ submission_key: Uuid, version: Version, base_version: Version })

/** The reply to a rejected form. */
interface ComposeReply {
  rejection: FormRejection
}

/**
 * Saves, publishes or deletes a story by a form, for pages without JavaScript. `id` is null for a new story. Success
 * redirects; otherwise the form comes back with what was typed.
 */
export async function runComposeAction(supabase: Supabase, id: string | null, form: FormData) {
  try {
    if (form.get('intent') === 'delete') return await runDelete(supabase, id, form)
    const identity = parseForm(IdentityForm, form)
    if (!identity.accepted) return reject(rejectForm('This form is incomplete. Please reload the page.', form))
    const fields = withMissing(form)
    const story = parseForm(StoryInput, fields)
    if (!story.accepted) return reject({ ...story.rejection, message: firstOf(story.rejection) })
    const { submission_key, version, base_version } = identity.value
    const known: StoryIdentity = { id, submissionKey: submission_key, version, baseVersion: base_version }
    if (form.get('intent') === 'publish') {
      const { slug } = await publishStory(supabase, story.value, known)
      return redirectTo(href('/post/:slug', { slug }))
    }
    const saved = await saveStory(supabase, story.value, known)
    return redirectTo(href('/post/:slug/edit', { slug: saved.id }))
  } catch (error) {
    const reason = describeDataError(error)
    if (!reason) throw error
    return reject(rejectForm(reason, form))
  }
}

async function runDelete(supabase: Supabase, id: string | null, form: FormData) {
  if (id === null || form.get('confirm') !== 'yes')
    return reject(rejectForm('Tick the box to delete this story for good.', form))
  if (!(await deleteStory(supabase, id))) return reject(rejectForm('Only the author can delete this story.', form))
  return redirectTo(`${href('/account')}#stories`)
}

function reject(rejection: FormRejection) {
  return data<ComposeReply>({ rejection }, { status: 400 })
}

function firstOf({ fieldErrors }: FormRejection): string | undefined {
  return Object.values(fieldErrors)[0]
}

/** A form without a choice sends nothing for it. */
function withMissing(form: FormData): FormData {
  const complete = new FormData()
  for (const name of ['title', 'summary', 'body', 'tags', 'city', 'cover']) complete.set(name, '')
  complete.set('visibility', 'public')
  for (const [name, value] of form) if (typeof value === 'string') complete.set(name, value)
  return complete
}
