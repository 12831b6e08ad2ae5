import * as v from 'valibot'
import { describeAuthError } from '#app/features/account/sign-in/auth-messages.ts'
import { ProviderNameText } from '#app/features/account/sign-in/methods/sign-in-methods.ts'
import { InvitationToken, OrganisationForm } from '#app/features/account/sign-in/sign-in-schema.ts'
import { rejectField, rejectForm } from '#app/lib/form-result.ts'
import { parseForm } from '#app/lib/parse-form.ts'
import { type LoginAction, respondWith } from '../login-result.ts'
import { toReturnUrl } from '../return-url.ts'

const ProviderForm = v.object({ provider: ProviderNameText, invitation: InvitationToken })

/** Redirects to an OAuth provider, which returns to this screen. */
export const signInByProvider: LoginAction = async (supabase, form, siteUrl) => {
  const parsed = parseForm(ProviderForm, form)
  if (!parsed.accepted) return respondWith({ rejection: rejectForm('This site does not support that provider.', form) })
  const { provider, invitation } = parsed.value
  const { data, error } = await supabase.auth.signInWithOAuth({
    provider: provider as Parameters<typeof supabase.auth.signInWithOAuth>[0]['provider'],
    options: { redirectTo: toReturnUrl(siteUrl, invitation), skipBrowserRedirect: true },
  })
  if (error) return respondWith({ rejection: rejectForm(describeAuthError(error), form) })
  return { kind: 'leave', url: data.url }
}

/** Redirects to the identity provider of an organisation, found by the domain of the address. */
export const signInByOrganisation: LoginAction = async (supabase, form, siteUrl) => {
  const parsed = parseForm(OrganisationForm, form)
  if (!parsed.accepted) return respondWith({ rejection: parsed.rejection })
  const { email, captchaToken, invitation } = parsed.value
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  const { data, error } = await supabase.auth.signInWithSSO({
    domain,
    options: { redirectTo: toReturnUrl(siteUrl, invitation), captchaToken, skipBrowserRedirect: true },
  })
  if (error?.code === 'sso_provider_not_found') {
    return respondWith({
      rejection: rejectField('email', `No organisation has set up sign-in for ${domain} here.`, form),
    })
  }
  if (error) return respondWith({ rejection: rejectForm(describeAuthError(error), form) })
  return { kind: 'leave', url: data.url }
}
