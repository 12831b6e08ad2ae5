import Copy from 'lucide-react/icons/copy-plus'
import Download from 'lucide-react/icons/download'
import Ellipsis from 'lucide-react/icons/ellipsis'
import Flag from 'lucide-react/icons/flag'
import QrCode from 'lucide-react/icons/qr-code'
import { useFetcher, useLocation, useSearchParams } from 'react-router'
import { capitalize } from '#app/lib/format/number-words.ts'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { useEarlyToast } from '#app/platform/use-early-toast.ts'
import { IconButton } from '#app/ui/buttons/icon-button.tsx'
import { Menu, MenuItem, MenuLine, MenuLink } from '#app/ui/dialogs/menu.tsx'
import { useHasScript } from '#app/ui/use-has-script.ts'
import type { ListResponse } from '../list-action.server.ts'
import { type ListOrder, ORDER, orderIds, orderWords, parseListOrder } from '../list-order.ts'
import type { ListPage } from '../list-page.ts'
import { withParameter } from '../list-search.ts'

const shownInPlace = { preventScrollReset: true, defaultShouldRevalidate: false, rel: 'nofollow' } as const

/**
 * The menu of a list: its order and downloads (on phones), link and QR code, copy for collaborators, and report.
 * Without JavaScript the items are links.
 */
export function ListMenu({ page }: { page: ListPage }) {
  const [parameters] = useSearchParams()
  const hasScript = useHasScript()
  const { pathname, search } = useLocation()
  const copy = useFetcher<ListResponse>()
  useEarlyToast(copy.data)
  const report = withParameter(parameters, 'do', 'report')
  return (
    <>
      <Menu
        label="More actions"
        trigger={(props) => (
          <IconButton {...props} label="More" icon={<Ellipsis />} variant="secondary" className="needs-script" />
        )}
      >
        <div className="wide:hidden">
          <OrderLinks />
          <MenuLine />
          {page.item_count > 0 && (
            <MenuLink icon={<Download />} to={withParameter(parameters, 'do', 'along')} {...shownInPlace}>
              Take it along
            </MenuLink>
          )}
        </div>
        <MenuLink icon={<QrCode />} to={withParameter(parameters, 'do', 'share')} {...shownInPlace}>
          Link and QR code
        </MenuLink>
        {page.role !== null && (
          <MenuItem
            icon={<Copy />}
            onSelect={() => void copy.submit({ intent: 'copy' }, { method: 'post', action: pathname + search })}
          >
            Copy to my lists
          </MenuItem>
        )}
        {page.role === null && (
          <MenuLink icon={<Flag />} to={report} {...shownInPlace}>
            Report
          </MenuLink>
        )}
      </Menu>
      {!hasScript && (
        <noscript className="list-plain-links">
          {orderIds.map((order) => (
            <SafeLink key={order} className="link" to={toOrder(parameters, order)} rel="nofollow">
              Sort by {orderWords[order]}
            </SafeLink>
          ))}
          {page.role === null && (
            <SafeLink className="link" to={report} rel="nofollow">
              Report
            </SafeLink>
          )}
        </noscript>
      )}
    </>
  )
}

/** The items of a menu that choose the order of the rows. */
export function OrderLinks() {
  const [parameters] = useSearchParams()
  const current = parseListOrder(parameters)
  return orderIds.map((order) => (
    <MenuLink
      key={order}
      to={toOrder(parameters, order)}
      aria-current={order === current ? 'true' : undefined}
      {...shownInPlace}
    >
      {capitalize(orderWords[order])}
    </MenuLink>
  ))
}

function toOrder(parameters: URLSearchParams, order: ListOrder) {
  return withParameter(parameters, ORDER, order === 'list' ? null : order)
}
