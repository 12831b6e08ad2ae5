import { getSite } from '#app/platform/config/site-settings.server.ts'
import { missingResource } from '../../plain-reply.ts'
import type { ResourceCall } from '../../resource-call.ts'
import { findViewerId } from '../set-file.ts'
import { respondWithArchive } from './archive-response.ts'

/** The packed archive of the member who asks: `/account/settings/export.zip`. */
export async function answerAccountZip({ request, settings, supabase }: ResourceCall): Promise<Response> {
  const viewerId = await findViewerId(supabase())
  if (viewerId === null) return missingResource('Sign in to download your data.')
  const { site_name: siteName } = await getSite(settings)
  return respondWithArchive(request, supabase(), { memberId: viewerId, siteName })
}
