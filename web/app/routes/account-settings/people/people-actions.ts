import * as v from 'valibot'
import { unblockMember } from '#app/features/account/members/block-commands.ts'
import { rejectForm } from '#app/lib/form-result.ts'
import { parseForm } from '#app/lib/parse-form.ts'
import { findData } from '#app/lib/supabase.ts'
import { fail, type SettingsAction, succeed } from '../action-result.ts'
import { profileVisibilities } from './people-data.ts'

const VisibilityForm = v.object({ visibility: v.picklist(profileVisibilities, 'Please choose who may see it.') })
const UnblockForm = v.object({ member: v.pipe(v.string(), v.uuid()) })

const done = {
  everyone: 'Everyone can see your profile.',
  members: 'Only members can see your profile.',
  nobody: 'No one can see your profile.',
} as const

/** Chooses who may see the profile. */
export const changeProfileVisibility: SettingsAction = async (supabase, form) => {
  const parsed = parseForm(VisibilityForm, form)
  if (!parsed.accepted) return fail(parsed.rejection)
  const { visibility } = parsed.value
  findData(await supabase.rpc('set_profile_visibility', { visibility }))
  return succeed(done[visibility])
}

/** Lifts a block. */
export const unblock: SettingsAction = async (supabase, form) => {
  const parsed = parseForm(UnblockForm, form)
  if (!parsed.accepted) return fail(rejectForm('There is no such member. Reload the page and try again.', form))
  const { data } = await supabase.auth.getUser()
  if (!data.user) return { kind: 'sign-in' }
  await unblockMember(supabase, data.user.id, parsed.value.member)
  return succeed('Unblocked.')
}
