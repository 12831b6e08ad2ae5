import type { Factor } from '@supabase/supabase-js'
import type { Supabase } from '#app/lib/supabase.ts'

/** A second factor as screens show it. */
export interface SecondFactor {
  id: string
  kind: 'totp' | 'phone' | 'webauthn'
  /** What its owner calls it; empty when it has no name. */
  name: string
  /** The last two digits of a phone's number. */
  phoneEnding: string | undefined
  createdAt: string
  /** When it was last asked for; null when that is not known. */
  usedAt: string | null
}

/** The confirmed second factors of whoever is signed in, apps first, the oldest first. */
export async function listSecondFactors(supabase: Supabase): Promise<SecondFactor[]> {
  const { data, error } = await supabase.auth.mfa.listFactors()
  if (error) throw error
  return toSecondFactors(data.all)
}

/** Those of an account's factors that are confirmed, apps first, the oldest first. */
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
