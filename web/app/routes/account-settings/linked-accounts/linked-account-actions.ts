import * as v from 'valibot'
import { ProviderNameText } from '#app/features/account/sign-in/methods/sign-in-methods.ts'
import { rejectForm } from '#app/lib/form-result.ts'
import { parseForm } from '#app/lib/parse-form.ts'
import { fail, failGone, failWith, type SettingsAction, succeed } from '../action-result.ts'
import { settingsUrl } from '../settings-sections.ts'

const LinkForm = v.object({ provider: ProviderNameText })
const UnlinkForm = v.object({ identity: v.pipe(v.string(), v.uuid()) })

/** Redirects the member to a provider to link an account there. The provider redirects back to this section. */
export const linkAccount: SettingsAction = async (supabase, form, siteUrl) => {
  const parsed = parseForm(LinkForm, form)
  if (!parsed.accepted) return fail(rejectForm('This site does not support that provider.', form))
  const { data, error } = await supabase.auth.linkIdentity({
    provider: parsed.value.provider as Parameters<typeof supabase.auth.signInWithOAuth>[0]['provider'],
    options: { redirectTo: siteUrl + settingsUrl('linked'), skipBrowserRedirect: true },
  })
  return error ? failWith(error, form) : { kind: 'leave', url: data.url }
}

/** Removes a linked account. */
export const unlinkAccount: SettingsAction = async (supabase, form) => {
  const parsed = parseForm(UnlinkForm, form)
  const { data, error } = await supabase.auth.getUserIdentities()
  if (error) return failWith(error, form)
  const identity = data.identities.find(({ identity_id: id }) => parsed.accepted && id === parsed.value.identity)
  if (!identity) return failGone('That account is no longer linked.', form)
  const { error: rejection } = await supabase.auth.unlinkIdentity(identity)
  if (rejection) return failWith(rejection, form)
  await supabase.auth.refreshSession()
  // The address of an email identity may stay, together with the password.
  return succeed(identity.provider === 'email' ? 'Unlinked.' : 'Unlinked. You can no longer sign in with it.')
}
