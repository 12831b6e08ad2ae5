import * as v from 'valibot'
import { ProviderNameText } from '#app/features/account/sign-in-offer.ts'
import { parseForm, rejectForm } from '#app/lib/form-result.ts'
import { toPartAddress } from './settings-parts.ts'
import { accept, endByError, type RunSettingsStep, refuse } from './settings-reply.ts'

const LinkForm = v.object({ provider: ProviderNameText })
const UnlinkForm = v.object({ identity: v.pipe(v.string(), v.uuid()) })

/** Goes to another service, whose account opens this one from then on; it sends back to this part. */
export const linkAccount: RunSettingsStep = async (supabase, form, siteUrl) => {
  const parsed = parseForm(LinkForm, form)
  if (!parsed.accepted) return refuse(rejectForm('This site does not know that service.', form))
  const { data, error } = await supabase.auth.linkIdentity({
    provider: parsed.value.provider as Parameters<typeof supabase.auth.signInWithOAuth>[0]['provider'],
    options: { redirectTo: siteUrl + toPartAddress('linked'), skipBrowserRedirect: true },
  })
  return error ? endByError(error, form) : { kind: 'leave', url: data.url }
}

/** Takes one of the ways in away. */
export const unlinkAccount: RunSettingsStep = async (supabase, form) => {
  const parsed = parseForm(UnlinkForm, form)
  const { data, error } = await supabase.auth.getUserIdentities()
  if (error) return endByError(error, form)
  const identity = data.identities.find(({ identity_id: id }) => parsed.accepted && id === parsed.value.identity)
  if (!identity) return refuse(rejectForm('That account is not linked any more.', form))
  const { error: refusal } = await supabase.auth.unlinkIdentity(identity)
  if (refusal) return endByError(refusal, form)
  await supabase.auth.refreshSession()
  return accept('Unlinked. It does not open this account any more.')
}
