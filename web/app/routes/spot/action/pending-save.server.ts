import { markSpot } from '#app/features/lists/mark-commands.ts'
import { clearRememberedSave, findRememberedSave } from '#app/features/lists/remembered-save.server.ts'
import { describeDataError } from '#app/lib/describe-data-error.ts'
import type { Supabase } from '#app/lib/supabase.ts'
import { reportError } from '#app/platform/errors/report-error.server.ts'

/** A save that was completed after sign-up: the cookie that ends it, and why the spot could not be saved. */
interface CompletedSave {
  cookie: string
  problem: string | undefined
}

/** Saves the spot to "Want to go" if its visitor had pressed Save. */
export async function completeSave(
  supabase: Supabase,
  { request, spotId }: { request: Request; spotId: string },
): Promise<CompletedSave | undefined> {
  if (findRememberedSave(request) !== spotId) return undefined
  const cookie = clearRememberedSave()
  try {
    await markSpot(supabase, { spotId, kind: 'want', isOn: true })
    return { cookie, problem: undefined }
  } catch (error) {
    const problem = describeDataError(error)
    if (!problem) reportError(error, request)
    return { cookie, problem: problem ?? 'Something went wrong on the server. Please save it again.' }
  }
}
