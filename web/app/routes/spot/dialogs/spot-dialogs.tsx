import { useViewer } from '#app/platform/root-data.ts'
import type { SpotPage } from '../spot-page.ts'
import { CloseDialog } from './close-dialog.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { useDialog } from './dialog-state.tsx'
import { MapsDialog } from './maps-dialog.tsx'
import { PhotoDialog } from './photo-dialog.tsx'
import { RemoveDialog } from './remove-dialog.tsx'
import { ReportSpotDialog } from './report-dialog.tsx'
import { ShareSpotDialog } from './share-dialog.tsx'

/** The open dialog, if any. Visitors never see the dialogs for members, whatever the URL names. */
export function SpotDialogs({ page }: { page: SpotPage }) {
  const { opened, close } = useDialog()
  const member = useViewer()
  const props = { page, onClose: close }
  if (opened === 'share') return <ShareSpotDialog {...props} />
  if (opened === 'maps') return <MapsDialog {...props} />
  if (!member || opened === null) return null
  if (opened === 'report') return <ReportSpotDialog {...props} />
  // Part of the list of reviews.
  if (opened === 'review') return null
  if (opened === 'photo') return <PhotoDialog {...props} />
  if (opened === 'close') return <CloseDialog {...props} />
  if (opened === 'delete') return <DeleteDialog {...props} />
  return <RemoveDialog {...props} />
}
