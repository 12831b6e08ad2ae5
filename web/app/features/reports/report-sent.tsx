import { useSearchParams } from 'react-router'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { REPORT_SENT } from './report-url.ts'

export const REPORT_THANKS = 'Thank you. The moderators will look at it.'

/** Confirms a report that was sent without JavaScript, which shows no toasts. */
export function ReportSent() {
  const [search] = useSearchParams()
  return search.has(REPORT_SENT) && <Notice kind="ok">{REPORT_THANKS}</Notice>
}
