import { findFirstSteps } from '#app/features/account/first-steps/first-steps.ts'
import { type Supabase, takeData } from '#app/lib/supabase.ts'

const INVITATION_COLUMNS = 'id, note, max_uses, uses, expires_at, revoked_at'
/** Older invitations have expired, so they are not listed. */
const SHOWN_INVITATIONS = 50
const COLUMNS =
  'moderation, registration, members_may_invite, who_may_post, trusted_after, hide_after_reports, new_member_daily_spots, site_name, contact, rules'

/** Returns the settings of the site and its valid invitations, newest first. */
export async function getSettingsTab(supabase: Supabase) {
  const [settings, invitations, first] = await Promise.all([
    supabase.from('instance_settings').select(COLUMNS).single(),
    supabase
      .from('invitations')
      .select(INVITATION_COLUMNS)
      .is('revoked_at', null)
      .gt('expires_at', new Date().toISOString())
      .order('created_at', { ascending: false })
      .limit(SHOWN_INVITATIONS),
    findFirstSteps(supabase),
  ])
  return { settings: takeData(settings), invitations: takeData(invitations), first }
}

export type SettingsTabData = Awaited<ReturnType<typeof getSettingsTab>>
export type Invitation = SettingsTabData['invitations'][number]
