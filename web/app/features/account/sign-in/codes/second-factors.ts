import type { Factor } from '@supabase/supabase-js'
import type { Supabase } from '#app/lib/supabase.ts'

/** A second factor as screens show it. */
export interface SecondFactor {
  id: string
  kind: 'totp' | 'phone' | 'webauthn'
  /** The owner's name for it; empty if it has none. */
  name: string
  /** The last two digits of the phone number. */
  phoneEnding: string | undefined
  createdAt: string
  /** The time of the last use; null if unknown. */
  usedAt: string | null
}

/** Lists the verified factors of the signed-in member: authenticator apps first, then the oldest first. */
export async function listSecondFactors(supabase: Supabase): Promise<SecondFactor[]> {
  const { data, error } = await supabase.auth.mfa.listFactors()
  if (error) throw error
  return toSecondFactors(data.all)
}

/** Picks the verified factors of an account: authenticator apps first, then the oldest first. */
export function toSecondFactors(factors: Factor[]): SecondFactor[] {
  return factors
    .filter(({ status }) => status === 'verified')
    .flatMap((factor) => toSecondFactor(factor) ?? [])
    .sort((a, b) => KINDS.indexOf(a.kind) - KINDS.indexOf(b.kind) || a.createdAt.localeCompare(b.createdAt))
}

const KINDS: readonly SecondFactor['kind'][] = ['totp', 'webauthn', 'phone']

function toSecondFactor(factor: Factor): SecondFactor | undefined {
  const kind = KINDS.find((known) => known === factor.factor_type)
  if (!kind) return undefined
  const phone = 'phone' in factor && typeof factor.phone === 'string' ? factor.phone : ''
  const { id, friendly_name: name = '', created_at: createdAt, last_challenged_at: usedAt = null } = factor
  return { id, kind, name, phoneEnding: phone.slice(-2) || undefined, createdAt, usedAt }
}
