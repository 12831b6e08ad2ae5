import type { SpotPage } from '../spot-page.ts'

/** What every dialog of the page of a spot is given. */
export interface SpotDialogProps {
  page: SpotPage
  onClose: () => void
}
