import Flag from 'lucide-react/icons/flag'
import History from 'lucide-react/icons/history'
import Pencil from 'lucide-react/icons/pencil'
import QrCode from 'lucide-react/icons/qr-code'
import { href } from 'react-router'
import { useLinkSecret } from '#app/features/spots/link-secret.ts'
import { formatCount } from '#app/lib/format/numbers.ts'
import { SafeLink, type SafeLinkProps } from '#app/platform/navigation/safe-link.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import { DialogLink } from '../dialogs/dialog-link.tsx'
import { MemberLink } from '../dialogs/member-link.tsx'
import type { ShownReview } from '../spot-discussion-data.ts'
import type { SpotPage } from '../spot-page.ts'
import { isOpenForWords } from '../spot-status.ts'
import { NearbySpots } from './nearby-spots.tsx'
import { OwnReview } from './own-review.tsx'
import { SpotFacts } from './spot-facts.tsx'
import type { SpotStaticMap } from './spot-map.server.ts'
import { SpotMap } from './spot-map.tsx'
import { SpotStories } from './spot-stories.tsx'

/** The column beside the text: map, facts, the viewer's review, nearby spots, stories, history. */
export function SpotSidebar({
  page,
  staticMap,
  own,
}: {
  page: SpotPage
  staticMap: SpotStaticMap
  own: ShownReview | null
}) {
  const { history, spot, viewer, origin } = page
  return (
    <aside className="spot-sidebar" aria-label="Location and nearby spots">
      <SpotMap page={page} staticMap={staticMap} />
      <SpotFacts page={page} />
      <div className="spot-sidebar-content">
        {own && <OwnReview review={own} />}
        <NearbySpots page={page} />
        <SpotStories posts={page.posts} />
        <ul className="spot-sidebar-links">
          {history.count > 0 && (
            <li>
              <SpotPageLink to={href('/spot/:id/history', { id: spot.id })} className="spot-sidebar-link">
                <History size={16} aria-hidden="true" />
                {formatCount(history.count, 'change')}
              </SpotPageLink>
            </li>
          )}
          {!viewer.is_author && !origin?.shared && isOpenForWords(spot) && (
            <li>
              <SpotPageLink to={href('/spot/:id/suggest', { id: spot.id })} className="spot-sidebar-link">
                <Pencil size={16} aria-hidden="true" />
                Suggest an edit
              </SpotPageLink>
            </li>
          )}
          {!viewer.is_author && (
            <li>
              <MemberLink dialog="report" className="spot-sidebar-link">
                <Flag size={16} aria-hidden="true" />
                Report
              </MemberLink>
            </li>
          )}
          <li>
            <DialogLink dialog="share" className="spot-sidebar-link">
              <QrCode size={16} aria-hidden="true" />
              QR
            </DialogLink>
          </li>
          {(viewer.is_author || viewer.is_moderator) && (
            <li>
              <noscript>
                <UnscriptedLinks id={spot.id} />
              </noscript>
            </li>
          )}
        </ul>
      </div>
    </aside>
  )
}

/** The menu of authors and moderators as plain links. */
function UnscriptedLinks({ id }: { id: string }) {
  return (
    <>
      <TextLink to={href('/spot/:id/edit', { id })} reloadDocument>
        Edit
      </TextLink>{' '}
      <a className="link" href="?do=close">
        Mark as closed
      </a>{' '}
      <a className="link" href="?do=delete">
        Delete
      </a>{' '}
      <a className="link" href="?do=remove">
        Remove
      </a>
    </>
  )
}

/** A link to a page about the spot. It carries the secret that the spot was opened with. */
function SpotPageLink({ to, ...rest }: SafeLinkProps & { to: string }) {
  const secret = useLinkSecret()
  return <SafeLink {...rest} to={secret ? `${to}?${new URLSearchParams({ link: secret })}` : to} rel="nofollow" />
}
