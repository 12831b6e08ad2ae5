import { useViewer } from '#app/platform/root-data.ts'
import type { SpotPage } from '../spot-page.ts'
import { CloseDialog } from './close-dialog.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { useDialog } from './dialog-state.tsx'
import { HistoryDialog } from './history-dialog.tsx'
import { MapsDialog } from './maps-dialog.tsx'
import { PhotoDialog } from './photo-dialog.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { ReportDialog } from './report-dialog.tsx'
import { ReviewDialog } from './review-dialog.tsx'
import { ShareDialog } from './share-dialog.tsx'

/** The open dialog, if any. Visitors never see the dialogs for members, whatever the URL names. */
export function SpotDialogs({ page }: { page: SpotPage }) {
  const { opened, close } = useDialog()
  const member = useViewer()
  const props = { page, onClose: close }
  if (opened === 'share') return <ShareDialog {...props} />
  if (opened === 'maps') return <MapsDialog {...props} />
  if (opened === 'history') return <HistoryDialog {...props} />
  if (!member || opened === null) return null
  if (opened === 'report') return <ReportDialog {...props} />
  if (opened === 'review') return <ReviewDialog {...props} />
  if (opened === 'photo') return <PhotoDialog {...props} />
  if (opened === 'close') return <CloseDialog {...props} />
  if (opened === 'delete') return <DeleteDialog {...props} />
  return <RemoveDialog {...props} />
}
