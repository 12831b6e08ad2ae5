import { toByteStream, writeDisposition } from '#app/features/spots/exports/export-response.ts'
import { getSite } from '#app/platform/config/site-settings.server.ts'
import { missingResource } from '../../plain-reply.ts'
import type { ResourceCall } from '../../resource-call.ts'
import { findViewerId } from '../set-file.ts'
import { packAccount } from './pack-account.ts'

/** Everything of the member who asks, as one archive: `/account/settings/export.zip`. */
export async function answerAccountZip({ settings, supabase }: ResourceCall): Promise<Response> {
  const viewerId = await findViewerId(supabase())
  if (viewerId === null) return missingResource('Sign in to download your data.')
  const { site_name: siteName } = await getSite(settings)
  const archive = packAccount(supabase(), viewerId, { siteName, siteUrl: settings.siteUrl })
  return new Response(toByteStream(archive), {
    headers: {
      'content-type': 'application/zip',
      'content-disposition': writeDisposition(`My data – ${siteName} – ${new Date().toISOString().slice(0, 10)}.zip`),
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    },
  })
}
