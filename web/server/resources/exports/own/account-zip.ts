import { DataError } from '#app/lib/supabase.ts'
import { getSite } from '#app/platform/config/site-settings.server.ts'
import { missingResource, rejectResource } from '../../plain-response.ts'
import type { ResourceCall } from '../../resource-call.ts'
import { findViewerId } from '../set-file.ts'
import { respondWithArchive } from './archive-response.ts'

/** The section of the settings that offers the archive, relative to the URL of the archive. */
const SECTION = '../settings?section=export&archive=ready'

/** Serves the packed archive of the signed-in member: `/account/settings/export.zip`. */
export async function serveAccountZip({ request, settings, supabase }: ResourceCall): Promise<Response> {
  const viewerId = await findViewerId(supabase())
  if (viewerId === null) {
    // A link that was opened in a browser continues after the sign-in. Programs get a sentence.
    if (request.headers.get('sec-fetch-mode') !== 'navigate') return missingResource('Sign in to download your data.')
    return new Response(null, { status: 303, headers: { location: SECTION, 'cache-control': 'no-store' } })
  }
  const { site_name: siteName } = await getSite(settings)
  try {
    return await respondWithArchive(request, supabase(), { memberId: viewerId, siteName })
  } catch (error) {
    // For example, the member has not completed two-factor authentication.
    if (error instanceof DataError && error.status < 500) return rejectResource(error.message, error.status)
    throw error
  }
}
