import { ProfileForm } from '#app/features/account/members/profile-schema.ts'
import { uploadAvatar } from '#app/features/account/members/upload-avatar.server.ts'
import { describeAuthError } from '#app/features/account/sign-in/auth-messages.ts'
import { PhotoError } from '#app/features/media/photo-error.ts'
import { type FormRejection, rejectForm } from '#app/lib/form-result.ts'
import { parseForm } from '#app/lib/parse-form.ts'
import { findData, type Supabase, takeData } from '#app/lib/supabase.ts'
import { toProfileRow } from '#app/platform/session/profile-sync.ts'
import type { Viewer } from '#app/platform/session/viewer.ts'
import type { SettingsResponse } from '../action-result.ts'

interface ProfileCall {
  supabase: Supabase
  viewer: Viewer
  form: FormData
}

/**
 * Saves the profile in three writes: first the account's metadata, because the next sign-in copies it to the row; then
 * the row, which also holds the bio; last the session, because its token holds the name and picture that pages show.
 */
export async function saveProfile(call: ProfileCall): Promise<SettingsResponse> {
  const { supabase, viewer, form } = call
  const reject = (rejection: FormRejection) => ({ intent: 'profile', rejection, done: undefined })
  const parsed = parseForm(ProfileForm, form)
  if (!parsed.accepted) return reject(parsed.rejection)
  const { bio, avatar_change, ...names } = parsed.value
  const problem = await findUsernameProblem(supabase, names.username)
  if (problem) return reject(rejectField('username', problem, form))
  const avatar = await storeAvatar(call)
  if (avatar.problem) return reject(rejectField('avatar', avatar.problem, form))
  const avatar_url = avatar_change === 'remove' ? null : (avatar.url ?? viewer.avatarUrl)
  const { data, error } = await supabase.auth.updateUser({ data: { ...names, avatar_url } })
  if (error) return reject(rejectForm(describeAuthError(error), form))
  findData(await supabase.from('users').upsert({ ...toProfileRow(data.user), bio: bio || null }))
  await supabase.auth.refreshSession()
  return { intent: 'profile', rejection: undefined, done: 'Saved.' }
}

const USERNAME_PROBLEMS: Record<string, string> = {
  taken: 'This name is already taken. Please choose another.',
  similar: 'This name looks like one that is taken. Please choose one that no one can confuse with it.',
  reserved: 'This name is reserved. Please choose another.',
  invalid: 'Use at most 40 characters, without line breaks and invisible characters.',
}

/** Returns a sentence for the member when the database would change the name, or undefined. */
async function findUsernameProblem(supabase: Supabase, username: string): Promise<string | undefined> {
  return USERNAME_PROBLEMS[takeData(await supabase.rpc('check_username', { username }))]
}

/** Stores the uploaded picture, if any. */
async function storeAvatar({ supabase, viewer, form }: ProfileCall): Promise<{ url?: string; problem?: string }> {
  const file = form.get('avatar')
  if (!(file instanceof File) || file.size === 0) return {}
  try {
    return { url: await uploadAvatar(supabase, viewer.id, file) }
  } catch (error) {
    if (error instanceof PhotoError) return { problem: error.message }
    throw error
  }
}

function rejectField(name: string, message: string, form: FormData): FormRejection {
  return { ...rejectForm('', form), message: undefined, fieldErrors: { [name]: message } }
}
