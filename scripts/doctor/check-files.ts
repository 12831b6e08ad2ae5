import * as v from 'valibot'
import type { SendRequest } from './client.ts'
import type { Finding } from './finding.ts'

const HOUR_MS = 3_600_000
const Report = v.object({
  unused_files: v.number(),
  photos_without_files: v.number(),
  queued: v.number(),
  oldest_queued_at: v.nullable(v.string()),
})
const REMEDY =
  'The running app deletes them within an hour if it has the secret key. Or run npm run admin -- clean-files.'

/** Compares the files with the rows that use them. Returns the findings and a sentence on the queue of deletions. */
export async function checkFiles(admin: SendRequest): Promise<{ findings: Finding[]; summary: string }> {
  const report = v.parse(Report, (await admin('/rest/v1/rpc/file_report', { method: 'POST', body: {} })).body)
  const { unused_files: unused, photos_without_files: broken, queued, oldest_queued_at: oldest } = report
  const findings: Finding[] = []
  const note = (problem: string) => findings.push({ problem, remedy: REMEDY })
  if (unused > 0) note(`Files that nothing has used for over an hour: ${unused}.`)
  if (broken > 0) note(`Photos without files: ${broken}.`)
  if (oldest && Date.parse(oldest) < Date.now() - HOUR_MS) note(`Files have waited for deletion since ${oldest}.`)
  const since = oldest ? `, the oldest since ${oldest}` : ''
  return { findings, summary: `Files that wait for deletion: ${queued}${since}.` }
}
