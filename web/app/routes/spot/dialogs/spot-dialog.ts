import type { SpotPage } from '../spot-page.ts'

/** The props of every dialog of a spot's page. */
export interface SpotDialogProps {
  page: SpotPage
  onClose: () => void
}
