import { getSignInOffer } from '#app/features/account/sign-in/methods/sign-in-methods.server.ts'
import { writePhone } from '#app/features/account/sign-in/sign-in-name.ts'
import { findData } from '#app/lib/supabase.ts'
import type { ServerSettings } from '#app/platform/config/app-settings.ts'
import { findDataExport } from './export/export-data.ts'
import { getLinked } from './linked-accounts/linked-data.server.ts'
import { getNotificationSettings } from './notifications/notification-settings.ts'
import { getPeopleData } from './people/people-data.ts'
import { getSecurity } from './security-data.server.ts'
import type { SettingsRequest } from './settings-request.ts'
import type { SettingsSection } from './settings-sections.ts'
import { getTokenData } from './tokens/token-data.ts'

/** The data of one settings section. */
export type SettingsData = Awaited<ReturnType<typeof getSettingsData>>
export type ProfileData = Awaited<ReturnType<typeof getProfile>>
export type EmailData = Awaited<ReturnType<typeof getEmail>>
export type DeletionData = Awaited<ReturnType<typeof getDeletion>>

/** Loads only the data of one section. */
export async function getSettingsData(section: SettingsSection, requested: SettingsRequest) {
  switch (section) {
    case 'profile':
      return { section, data: await getProfile(requested) }
    case 'email':
      return { section, data: await getEmail(requested) }
    case 'security':
      return { section, data: await getSecurity(requested) }
    case 'linked':
      return { section, data: await getLinked(requested) }
    case 'tokens':
      return { section, data: await getTokenData(requested.supabase, isOwnBackend(requested.settings)) }
    case 'people':
      return { section, data: await getPeopleData(requested.supabase) }
    case 'delete':
      return { section, data: await getDeletion(requested) }
    case 'notifications':
      return { section, data: await getNotifications(requested) }
    case 'export':
      return { section, data: await findDataExport(requested.supabase) }
    case 'appearance':
      return { section }
  }
}

/** Returns the member's account and profile row. The row is missing until the profile is saved for the first time. */
async function getProfile({ supabase, viewer }: SettingsRequest) {
  const columns = 'username, name, surname, bio, avatar_url'
  return { viewer, row: findData(await supabase.from('users').select(columns).eq('id', viewer.id).maybeSingle()) }
}

async function getEmail({ user, settings }: SettingsRequest) {
  const [phone, newPhone, offer] = await Promise.all([
    user.phone ? writePhone(user.phone) : '',
    user.new_phone ? writePhone(user.new_phone) : '',
    getSignInOffer(settings),
  ])
  const newPhoneNumber = user.new_phone ?? ''
  return {
    email: user.email ?? '',
    newEmail: user.new_email ?? '',
    phone,
    newPhone,
    newPhoneNumber,
    canRemovePhone: (user.identities?.length ?? 0) > 1,
    hasPhone: offer.hasPhone || phone !== '',
  }
}

/** The time zones are those that this server knows; the database checks the choice. */
async function getNotifications({ supabase, user, isStopping }: SettingsRequest) {
  const settings = await getNotificationSettings(supabase)
  const timeZones = ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')]
  return { settings, timeZones, hasEmail: Boolean(user.email_confirmed_at), isStopping }
}

/** Returns false for hosted projects, whose services are on another origin. */
function isOwnBackend({ siteUrl, supabaseUrl }: ServerSettings): boolean {
  return new URL(supabaseUrl).origin === new URL(siteUrl).origin
}

async function getDeletion({ supabase, viewer }: SettingsRequest) {
  const columns = 'due_at, keep_content'
  const rows = supabase.from('account_deletions').select(columns).eq('user_id', viewer.id)
  return { request: findData(await rows.maybeSingle()) }
}
