import * as v from 'valibot'
import { clearSignInOffers } from '#app/features/account/sign-in/methods/sign-in-methods.server.ts'
import { describeDataError } from '#app/lib/describe-data-error.ts'
import { type FormRejection, rejectForm } from '#app/lib/form-result.ts'
import { parseForm } from '#app/lib/parse-form.ts'
import { findData, type Supabase, takeData } from '#app/lib/supabase.ts'
import { clearSiteCache } from '#app/platform/config/site-settings.server.ts'
import { findChanges, InvitationForm, RevokeForm, ShownSettings, SiteSettingsForm } from './settings-schema.ts'

/** The response of a form of the settings. */
export interface SettingsResponse {
  intent: string
  rejection?: FormRejection
  /** The result, as a sentence. */
  done?: string
  /** The token of a new invitation. It is shown once. */
  token?: string
}

const CreatedInvitation = v.object({ token: v.string() })

/** Handles the forms of the settings. RLS policies and the database functions check the permission. */
export async function runSettingsAction(supabase: Supabase, form: FormData): Promise<SettingsResponse> {
  const intent = String(form.get('intent'))
  try {
    return { intent, ...(await run(supabase, intent, form)) }
  } catch (error) {
    const sentence = describeDataError(error)
    if (!sentence) throw error
    return { intent, rejection: rejectForm(sentence, form) }
  }
}

function run(supabase: Supabase, intent: string, form: FormData): Promise<Omit<SettingsResponse, 'intent'>> {
  switch (intent) {
    case 'create-invitation':
      return createInvitation(supabase, form)
    case 'revoke-invitation':
      return revokeInvitation(supabase, form)
    default:
      return saveSettings(supabase, form)
  }
}

async function saveSettings(supabase: Supabase, form: FormData): Promise<Omit<SettingsResponse, 'intent'>> {
  const parsed = parseForm(SiteSettingsForm, form)
  if (!parsed.accepted) return { rejection: parsed.rejection }
  const shown = v.safeParse(ShownSettings, form.get('shown'))
  const changes = findChanges(parsed.value, shown.success ? shown.output : {})
  const saved = await supabase
    .from('instance_settings')
    .update({ ...changes, reviewed_at: new Date().toISOString() })
    .eq('only_row', true)
    .select('site_name')
  clearSiteCache()
  clearSignInOffers()
  if (takeData(saved).length === 0) return { rejection: rejectForm('Only administrators change these settings.', form) }
  return { done: 'Saved.' }
}

async function createInvitation(supabase: Supabase, form: FormData): Promise<Omit<SettingsResponse, 'intent'>> {
  const parsed = parseForm(InvitationForm, form)
  if (!parsed.accepted) return { rejection: parsed.rejection }
  const { uses, days, note } = parsed.value
  const made = takeData(await supabase.rpc('create_invitation', { max_uses: uses, days, note }))
  return { done: 'The invitation is ready.', token: v.parse(CreatedInvitation, made).token }
}

async function revokeInvitation(supabase: Supabase, form: FormData): Promise<Omit<SettingsResponse, 'intent'>> {
  const parsed = parseForm(RevokeForm, form)
  if (!parsed.accepted) return { rejection: rejectForm('There is no such invitation.', form) }
  findData(await supabase.rpc('revoke_invitation', parsed.value))
  return { done: 'The invitation is revoked.' }
}
