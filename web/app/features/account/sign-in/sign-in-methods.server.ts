import * as v from 'valibot'
import type { ServerSettings } from '#app/platform/app-settings.ts'
import { AuthServiceSettings, PLAIN_OFFER, type SignInOffer } from './sign-in-methods.ts'

const KEPT_MS = 60_000

interface Kept {
  offer: SignInOffer
  untilMs: number
}

const keptByUrl = new Map<string, Kept>()

/**
 * The ways to sign in that the auth service offers now. Asked once a minute; while the service does not answer, what it said
 * last, else e-mail address and password.
 */
export async function getSignInOffer({
  supabaseUrl,
  publishableKey,
  backendFetch,
}: Pick<ServerSettings, 'supabaseUrl' | 'publishableKey' | 'backendFetch'>): Promise<SignInOffer> {
  const kept = keptByUrl.get(supabaseUrl)
  if (kept && kept.untilMs > Date.now()) return kept.offer
  const asked = await askOffer(backendFetch, `${supabaseUrl}/auth/v1/settings`, publishableKey)
  if (!asked) return kept?.offer ?? PLAIN_OFFER
  keptByUrl.set(supabaseUrl, { offer: asked, untilMs: Date.now() + KEPT_MS })
  return asked
}

async function askOffer(backendFetch: typeof fetch, url: string, apikey: string): Promise<SignInOffer | undefined> {
  try {
    const reply = await backendFetch(url, { headers: { apikey } })
    const parsed = v.safeParse(AuthServiceSettings, await reply.json())
    return parsed.success ? parsed.output : undefined
  } catch {
    // The form of the password is shown all the same, and tells on its own when nothing can be reached.
    return undefined
  }
}
