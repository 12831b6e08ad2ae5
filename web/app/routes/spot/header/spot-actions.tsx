import Ellipsis from 'lucide-react/icons/ellipsis'
import Share2 from 'lucide-react/icons/share-2'
import { MarkButton } from '#app/features/lists/mark-button.tsx'
import { SaveButton } from '#app/features/lists/save-button.tsx'
import { useLinkSecret } from '#app/features/spots/link-secret.ts'
import { buttonClass } from '#app/ui/buttons/button-class.ts'
import { IconButton } from '#app/ui/buttons/icon-button.tsx'
import { Menu } from '#app/ui/dialogs/menu.tsx'
import { DialogLink } from '../dialogs/dialog-link.tsx'
import type { SpotPage } from '../spot-page.ts'
import { MoreMenu } from './more-menu.tsx'

/** The main actions. On phones they stay visible after the reader has scrolled past them. */
export function SpotActions({ page }: { page: SpotPage }) {
  const { spot, viewer } = page
  return (
    <section className="spot-actions" aria-label="Actions">
      <SaveButton key={spot.id} spot={spot} isSaved={viewer.is_saved} linkSecret={useLinkSecret()} />
      <MarkButton kind="been" isOn={viewer.has_been} />
      <DialogLink dialog="share" className={buttonClass('secondary', 'square')} label="Share">
        <Share2 aria-hidden="true" />
      </DialogLink>
      <Menu
        label="More actions"
        trigger={(props) => (
          <IconButton {...props} label="More" icon={<Ellipsis />} variant="secondary" className="needs-script" />
        )}
      >
        <MoreMenu page={page} />
      </Menu>
    </section>
  )
}
