import type { User, UserIdentity } from '@supabase/supabase-js'
import * as v from 'valibot'
import { toSecondFactors } from '#app/features/account/sign-in/codes/second-factors.ts'
import { getSignInOffer } from '#app/features/account/sign-in/methods/sign-in-methods.server.ts'
import type { SignInOffer } from '#app/features/account/sign-in/methods/sign-in-methods.ts'
import { writePhone } from '#app/features/account/sign-in/sign-in-name.ts'
import { findData, type Supabase, takeData } from '#app/lib/supabase.ts'
import type { ServerSettings } from '#app/platform/config/app-settings.ts'
import type { Viewer } from '#app/platform/session/viewer.ts'
import { findDataExport } from './export/export-data.ts'
import { getNotificationSettings } from './notifications/notification-settings.ts'
import { getPeopleData } from './people/people-data.ts'
import { describeDevice } from './sessions/describe-device.server.ts'
import { maskIpAddress } from './sessions/mask-ip-address.ts'
import type { SettingsSection } from './settings-sections.ts'
import { getTokenData } from './tokens/token-data.ts'

interface SettingsRequest {
  supabase: Supabase
  viewer: Viewer
  user: User
  settings: ServerSettings
  /** True while the page asks whether to stop all emails. */
  isStopping: boolean
}

/** The data of one settings section. */
export type SettingsData = Awaited<ReturnType<typeof getSettingsData>>
export type ProfileData = Awaited<ReturnType<typeof getProfile>>
export type EmailData = Awaited<ReturnType<typeof getEmail>>
export type SecurityData = Awaited<ReturnType<typeof getSecurity>>
export type LinkedData = Awaited<ReturnType<typeof getLinked>>
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

async function getSecurity({ supabase, user, settings }: SettingsRequest) {
  const offer = await getSignInOffer(settings)
  const [sessions, hasPassword, passkeys] = await Promise.all([
    supabase.rpc('list_own_sessions'),
    supabase.rpc('has_password'),
    offer.hasPasskeys ? listPasskeys(supabase) : null,
  ])
  return {
    factors: toSecondFactors(user.factors ?? []),
    sessions: v.parse(v.array(SessionRow), takeData(sessions)).map(toSession),
    hasPassword: v.parse(v.boolean(), takeData(hasPassword)),
    passkeys,
    now: Date.now(),
  }
}

const SessionRow = v.object({
  id: v.string(),
  user_agent: v.string(),
  ip: v.nullable(v.string()),
  created_at: v.string(),
  refreshed_at: v.string(),
  is_current: v.boolean(),
})

/** A session as the screen shows it. */
export type OwnSession = ReturnType<typeof toSession>

function toSession(row: v.InferOutput<typeof SessionRow>) {
  return {
    id: row.id,
    ...describeDevice(row.user_agent),
    address: row.ip ? maskIpAddress(row.ip) : '',
    createdAt: row.created_at,
    heardAt: row.refreshed_at,
    isCurrent: row.is_current,
  }
}

async function listPasskeys(supabase: Supabase) {
  const { data, error } = await supabase.auth.passkey.list()
  if (error) throw error
  return data.map((passkey) => ({
    id: passkey.id,
    name: passkey.friendly_name ?? '',
    createdAt: passkey.created_at,
    usedAt: passkey.last_used_at ?? null,
  }))
}

export type OwnPasskey = Awaited<ReturnType<typeof listPasskeys>>[number]

async function getLinked({ user, settings }: SettingsRequest) {
  const offer = await getSignInOffer(settings)
  const identities = await Promise.all((user.identities ?? []).map(toOwnIdentity))
  return { identities, providers: listUnlinked(offer, identities) }
}

async function toOwnIdentity({ identity_id: id, provider, identity_data: known = {}, created_at }: UserIdentity) {
  const account = describeIdentity(known)
  return {
    id,
    provider,
    account: provider === 'phone' && account !== '' ? await writePhone(account) : account,
    createdAt: created_at ?? null,
  }
}

/** Returns the name under which the member knows the linked account. */
function describeIdentity(known: Record<string, unknown>): string {
  const names = [known.user_name, known.preferred_username, known.email, known.phone, known.address, known.full_name]
  const text = names.find((name) => typeof name === 'string' && name !== '')
  return typeof text === 'string' ? text : ''
}

function listUnlinked({ providers }: SignInOffer, identities: { provider: string }[]) {
  return providers.filter((name) => !identities.some(({ provider }) => provider === name))
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
