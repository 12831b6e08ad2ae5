import { ReportDialog } from '#app/features/reports/report-dialog.tsx'
import type { SpotDialogProps } from './spot-dialog.ts'

/** Reports the spot to the moderators. */
export function ReportSpotDialog({ onClose }: SpotDialogProps) {
  return <ReportDialog kind="spot" onClose={onClose} />
}
