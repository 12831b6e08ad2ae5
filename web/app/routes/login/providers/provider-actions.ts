import { href } from 'react-router'
import * as v from 'valibot'
import { describeAuthError } from '#app/features/account/sign-in/auth-messages.ts'
import { ProviderNameText } from '#app/features/account/sign-in/methods/sign-in-methods.ts'
import { OrganisationForm } from '#app/features/account/sign-in/sign-in-schema.ts'
import { rejectField, rejectForm } from '#app/lib/form-result.ts'
import { parseForm } from '#app/lib/parse-form.ts'
import { type LoginAction, replyWith } from '../login-result.ts'

const ProviderForm = v.object({
  provider: ProviderNameText,
  invitation: v.optional(v.pipe(v.string(), v.regex(/^[a-z2-9]{26}$/))),
})

/** Redirects to an OAuth provider, which returns to this screen. Its URL carries the invitation of a new member. */
export const signInByProvider: LoginAction = async (supabase, form, siteUrl) => {
  const parsed = parseForm(ProviderForm, form)
  if (!parsed.accepted) return replyWith({ rejection: rejectForm('This site does not support that provider.', form) })
  const { provider, invitation } = parsed.value
  const query = invitation ? `?${new URLSearchParams({ invitation })}` : ''
  const { data, error } = await supabase.auth.signInWithOAuth({
    provider: provider as Parameters<typeof supabase.auth.signInWithOAuth>[0]['provider'],
    options: { redirectTo: siteUrl + href('/auth/login') + query, skipBrowserRedirect: true },
  })
  if (error) return replyWith({ rejection: rejectForm(describeAuthError(error), form) })
  return { kind: 'leave', url: data.url }
}

/** Redirects to the identity provider of an organisation, found by the domain of the address. */
export const signInByOrganisation: LoginAction = async (supabase, form, siteUrl) => {
  const parsed = parseForm(OrganisationForm, form)
  if (!parsed.accepted) return replyWith({ rejection: parsed.rejection })
  const { email, captchaToken } = parsed.value
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase()
  const { data, error } = await supabase.auth.signInWithSSO({
    domain,
    options: { redirectTo: siteUrl + href('/auth/login'), captchaToken, skipBrowserRedirect: true },
  })
  if (error?.code === 'sso_provider_not_found') {
    return replyWith({
      rejection: rejectField('email', `No organisation has set up sign-in for ${domain} here.`, form),
    })
  }
  if (error) return replyWith({ rejection: rejectForm(describeAuthError(error), form) })
  return { kind: 'leave', url: data.url }
}
