import { markSpot } from '#app/features/lists/mark-commands.ts'
import { findCookie, writeCookie } from '#app/lib/cookies.ts'
import { describeDataError } from '#app/lib/describe-data-error.ts'
import type { Supabase } from '#app/lib/supabase.ts'
import { getAppConfig } from '#app/platform/config/app-config.ts'
import { reportError } from '#app/platform/errors/report-error.server.ts'

const COOKIE = 'hereabouts-save'
/** The lifetime of the link in a confirmation mail. */
const MAX_AGE_SECONDS = 60 * 60

/**
 * Stores in a short-lived cookie that a visitor pressed Save, so that the spot is saved after they have joined. Only
 * a form of this site sets the cookie, so links from other sites cannot save anything.
 */
export function rememberSave(spotId: string): string {
  const cookie = writeCookie(COOKIE, spotId, { path: getAppConfig().baseUrl, maxAgeSeconds: MAX_AGE_SECONDS })
  return `${cookie}; HttpOnly`
}

/** A save that was completed after joining: the cookie that ends it, and why the spot could not be saved. */
interface CompletedSave {
  cookie: string
  problem: string | undefined
}

/** Saves the spot to "Want to go" if its visitor had pressed Save. */
export async function completeSave(
  supabase: Supabase,
  { request, spotId }: { request: Request; spotId: string },
): Promise<CompletedSave | undefined> {
  if (findCookie(request.headers.get('cookie') ?? '', COOKIE) !== spotId) return undefined
  const cookie = writeCookie(COOKIE, '', { path: getAppConfig().baseUrl, maxAgeSeconds: 0 })
  try {
    await markSpot(supabase, { spotId, kind: 'want', isOn: true })
    return { cookie, problem: undefined }
  } catch (error) {
    const problem = describeDataError(error)
    if (!problem) reportError(error, request)
    return { cookie, problem: problem ?? 'Something went wrong on the server. Please save it again.' }
  }
}
