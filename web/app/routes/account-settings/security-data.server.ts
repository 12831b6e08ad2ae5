import * as v from 'valibot'
import { toSecondFactors } from '#app/features/account/sign-in/codes/second-factors.ts'
import { getSignInOffer } from '#app/features/account/sign-in/methods/sign-in-methods.server.ts'
import { type Supabase, takeData } from '#app/lib/supabase.ts'
import { describeDevice } from './sessions/describe-device.server.ts'
import { maskIpAddress } from './sessions/mask-ip-address.ts'
import type { SettingsRequest } from './settings-request.ts'

export type SecurityData = Awaited<ReturnType<typeof getSecurity>>

/** Returns the ways to sign in and the open sessions. */
export async function getSecurity({ supabase, user, settings }: SettingsRequest) {
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
