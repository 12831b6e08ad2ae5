import { throwIfDenied } from '#app/lib/describe-data-error.ts'
import { findData, type Supabase } from '#app/lib/supabase.ts'
import type { ReportForm } from './report-schema.ts'

/** The page that a report is sent from. The page itself is reported unless the form identifies something on it. */
export type ReportedPage = { spot_id: string } | { post_id: string } | { list_id: string } | null

/** Reports something to the moderators. */
export async function createReport(
  supabase: Supabase,
  { page, reporterId, report }: { page: ReportedPage; reporterId: string; report: ReportForm },
): Promise<void> {
  const { kind, id, reason, body } = report
  const target = kind && id ? { [`${kind}_id`]: id } : page
  const added = await supabase.from('reports').insert({ ...target, reason, body, reporter_id: reporterId })
  throwIfDenied(added, 'What you want to report is no longer shown.')
  findData(added)
}
