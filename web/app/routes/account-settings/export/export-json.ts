import { collectAccountExport } from '#app/features/account/account-export.server.ts'
import { pageNotFound } from '#app/platform/errors/page/not-found.ts'
import { findViewer, getSupabase } from '#app/platform/session/session.server.ts'
import type { Route } from './+types/export-json.ts'

/** Downloads all of the member's data as one JSON file. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const viewer = findViewer(context)
  if (!viewer) throw pageNotFound(url)
  const everything = await collectAccountExport(getSupabase(context), viewer.id)
  const exportedAt = new Date().toISOString()
  return new Response(JSON.stringify({ exported_at: exportedAt, ...everything }, null, 2), {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="hereabouts-${exportedAt.slice(0, 10)}.json"`,
      'cache-control': 'no-store',
    },
  })
}
