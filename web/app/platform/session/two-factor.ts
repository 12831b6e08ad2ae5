import type { Supabase } from '#app/lib/supabase.ts'

/**
 * Returns true when the session still needs the second factor that its account requires. Our access tokens contain this
 * information. Those of hosted projects do not, so the service is called.
 */
export async function lacksSecondFactor(supabase: Supabase): Promise<boolean> {
  const { data } = await supabase.auth.getSession()
  if (!data.session) return false
  const { access_token: token } = data.session
  const { aal, has_second_factor: hasSecondFactor } = readClaims(token)
  if (typeof hasSecondFactor === 'boolean') return hasSecondFactor && aal === 'aal1'
  const { data: levels } = await supabase.auth.mfa.getAuthenticatorAssuranceLevel(token)
  return levels !== null && levels.currentLevel !== levels.nextLevel
}

/** Reads the claims of a token without verifying it, which the services do. */
function readClaims(token: string): { aal?: unknown; has_second_factor?: unknown } {
  const payload = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/')
  try {
    const claims: unknown = JSON.parse(atob(payload))
    return typeof claims === 'object' && claims !== null ? claims : {}
  } catch {
    return {}
  }
}
