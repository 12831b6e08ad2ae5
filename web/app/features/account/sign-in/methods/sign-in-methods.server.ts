import * as v from 'valibot'
import type { ServerSettings } from '#app/platform/config/app-settings.ts'
import { AuthServiceSettings, PLAIN_OFFER, type SignInOffer } from './sign-in-methods.ts'

const CACHE_MS = 60_000

interface CachedOffer {
  offer: SignInOffer
  untilMs: number
}

const cache = new Map<string, CachedOffer>()

/**
 * Returns the sign-in methods that the auth service offers. Cached for a minute. While the service does not respond,
 * returns the last response, or else email and password.
 */
export async function getSignInOffer({
  supabaseUrl,
  publishableKey,
  backendFetch,
}: Pick<ServerSettings, 'supabaseUrl' | 'publishableKey' | 'backendFetch'>): Promise<SignInOffer> {
  const cached = cache.get(supabaseUrl)
  if (cached && cached.untilMs > Date.now()) return cached.offer
  const fetched = await fetchOffer(backendFetch, `${supabaseUrl}/auth/v1/settings`, publishableKey)
  if (!fetched) return cached?.offer ?? PLAIN_OFFER
  cache.set(supabaseUrl, { offer: fetched, untilMs: Date.now() + CACHE_MS })
  return fetched
}

/** Drops the cached settings after this process has changed who may sign up. */
export function clearSignInOffers(): void {
  cache.clear()
}

async function fetchOffer(backendFetch: typeof fetch, url: string, apikey: string): Promise<SignInOffer | undefined> {
  try {
    const response = await backendFetch(url, { headers: { apikey } })
    const parsed = v.safeParse(AuthServiceSettings, await response.json())
    return parsed.success ? parsed.output : undefined
  } catch {
    // The password form is shown in any case; it reports on its own when the service cannot be reached.
    return undefined
  }
}
