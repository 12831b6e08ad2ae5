import { data } from 'react-router'
import { openPhotoFolder } from '#app/features/media/photo-folder.server.ts'
import { describeDataError } from '#app/lib/describe-data-error.ts'
import { takeData } from '#app/lib/supabase.ts'
import { serverSettingsContext } from '#app/platform/config/app-settings.ts'
import { pageTitle } from '#app/platform/config/site-name.ts'
import { requireViewer } from '#app/platform/guard/guard.server.ts'
import { redirectTo } from '#app/platform/navigation/redirect-to.ts'
import { getSupabase } from '#app/platform/session/session.server.ts'
import { Page } from '#app/ui/layout/page.tsx'
import { SettingsNav } from '../settings-nav.tsx'
import type { Route } from './+types/account-import.ts'
import { findImport, listImports, listPinless, listRecords, listRows } from './import-data.server.ts'
import { ImportResult } from './import-result.tsx'
import { ImportStart } from './import-start.tsx'
import { importUrl } from './import-url.ts'
import { PinQueue } from './pin-queue.tsx'
import { runImportAction } from './run-import-action.server.ts'
import '../settings-layout.css'
import './account-import.css'

/**
 * The import screens. Without `?id`: the choice of files and earlier imports (`?before=` for older ones). With it: one
 * import, its rows (`?show=`) or the queue of places without a pin (`?pins=`).
 */
export async function loader({ url, context }: Route.LoaderArgs) {
  requireViewer(context)
  const supabase = getSupabase(context)
  const mapStyleUrl = context.get(serverSettingsContext).mapStyleUrl
  const id = url.searchParams.get('id')
  if (!id) {
    // The status is denied to suspended members, who could not import what they choose here.
    const [imports] = await Promise.all([
      listImports(supabase, url.searchParams.get('before')),
      supabase.rpc('initial_status').then(takeData),
    ])
    return { step: 'start' as const, imports, mapStyleUrl }
  }
  const found = await findImport(supabase, id, url)
  const pins = url.searchParams.get('pins')
  if (pins !== null) {
    const after = /^\d{1,9}$/.test(pins) ? Number(pins) : 0
    const queue = await listPinless(supabase, id, after)
    if (queue.rows[0]) return { step: 'pins' as const, found, queue, mapStyleUrl }
    if (after > 0) throw redirectTo(importUrl(id, { pins: '0' }))
  }
  const show = url.searchParams.get('show')
  const shown = url.searchParams.get('records')
  const rows = show ? await listRows(supabase, id, show) : null
  const records = shown ? await listRecords(supabase, id, shown) : null
  return { step: 'result' as const, found, rows, records, mapStyleUrl, now: Date.now() }
}

/** Reads a file that is uploaded without JavaScript, and changes imports. */
export async function action({ request, context }: Route.ActionArgs) {
  const { id: viewerId } = requireViewer(context)
  const member = { supabase: getSupabase(context), folder: openPhotoFolder(context), viewerId }
  try {
    const { leave, message } = await runImportAction(member, await request.formData())
    if (leave) throw redirectTo(leave)
    return data({ message }, { status: message ? 400 : 200 })
  } catch (error) {
    const message = describeDataError(error)
    if (!message) throw error
    return data({ message }, { status: 400 })
  }
}

export const meta: Route.MetaFunction = () => [
  { title: pageTitle('Import your places') },
  { name: 'robots', content: 'noindex' },
]

export default function AccountImport({ loaderData, actionData }: Route.ComponentProps) {
  const { mapStyleUrl } = loaderData
  const message = actionData?.message
  if (loaderData.step === 'pins') {
    return <PinQueue found={loaderData.found} queue={loaderData.queue} message={message} mapStyleUrl={mapStyleUrl} />
  }
  return (
    <Page className="settings" data-chosen>
      <SettingsNav section="import" isChosen />
      <div className="settings-section-body">
        {loaderData.step === 'start' ? (
          <ImportStart imports={loaderData.imports} message={message} mapStyleUrl={mapStyleUrl} />
        ) : (
          <ImportResult {...loaderData} message={message} />
        )}
      </div>
    </Page>
  )
}
