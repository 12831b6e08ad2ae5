import { markSpot } from '#app/features/lists/mark-commands.ts'
import { findCookie, writeCookie } from '#app/lib/cookies.ts'
import type { Supabase } from '#app/lib/supabase.ts'
import { getAppConfig } from '#app/platform/config/app-config.ts'

const COOKIE = 'hereabouts-save'
const MAX_AGE_SECONDS = 15 * 60

/**
 * Remembers in a short-lived cookie that a visitor pressed Save, so that it is done after they have joined. Only a form of
 * this site sets it, so no link of others saves anything.
 */
export function rememberSave(spotId: string): string {
  const cookie = writeCookie(COOKIE, spotId, { path: getAppConfig().baseUrl, maxAgeSeconds: MAX_AGE_SECONDS })
  return `${cookie}; HttpOnly`
}

/** Saves the spot to "Want to go" if its visitor had pressed Save, and returns the cookie that ends it. */
export async function completeSave(
  supabase: Supabase,
  { cookies, spotId }: { cookies: string | null; spotId: string },
): Promise<string | undefined> {
  if (findCookie(cookies ?? '', COOKIE) !== spotId) return undefined
  // The spot may have disappeared meanwhile. The page says so.
  await markSpot(supabase, { spotId, kind: 'want', isOn: true }).catch(() => undefined)
  return writeCookie(COOKIE, '', { path: getAppConfig().baseUrl, maxAgeSeconds: 0 })
}
