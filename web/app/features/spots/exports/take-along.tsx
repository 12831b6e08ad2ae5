import Blocks from 'lucide-react/icons/blocks'
import Braces from 'lucide-react/icons/braces'
import Download from 'lucide-react/icons/download'
import Globe from 'lucide-react/icons/globe'
import Navigation from 'lucide-react/icons/navigation'
import Package from 'lucide-react/icons/package'
import Printer from 'lucide-react/icons/printer'
import Rss from 'lucide-react/icons/rss'
import Share2 from 'lucide-react/icons/share-2'
import Table from 'lucide-react/icons/table-2'
import type { ReactElement, ReactNode } from 'react'
import { useLocation } from 'react-router'
import { PrintCode, printPage } from '#app/features/share/print-code.tsx'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { IconButton } from '#app/ui/buttons/icon-button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { Menu, MenuItem, MenuLine, MenuLink, type MenuTrigger } from '#app/ui/dialogs/menu.tsx'
import { PageDialog } from '#app/ui/dialogs/page-dialog.tsx'
import { useHasScript } from '#app/ui/use-has-script.ts'
import { type ExportFormat, exportFormatIds, exportFormats } from './export-formats.ts'
import { LICENSE } from './exported-spot.ts'
import './take-along.css'

const icons: Record<ExportFormat, ReactNode> = {
  gpx: <Navigation />,
  kml: <Globe />,
  kmz: <Package />,
  geojson: <Braces />,
  csv: <Table />,
}

const printing = { icon: <Printer />, name: 'Print', use: 'Map, list and QR code' }

export interface TakeAlongProps {
  /** The set in words, such as "484 spots in Turin". */
  title: ReactNode
  /** The page of the set, to whose path the formats add their extensions. */
  pathname: string
  /** The parameters of the page's query that identify the set. */
  search?: string
  /** The address of the feed of the set, without an extension, and its query. Only public sets have one. */
  feed?: { path: string; search?: string } | undefined
  /** The address of the bundle of the set, for other sites to subscribe to. Only public cities and lists have one. */
  bundle?: string | undefined
  /** The query that opens the share dialog, where no other button does. */
  share?: string
  /** An icon only, which fits beside other buttons, or quiet words for a row of filters. A button with words by default. */
  look?: 'button' | 'icon' | 'words'
  /** The class of the button. */
  className?: string
}

/** The menu of all downloads of a set of spots, and print. Without JavaScript it is a row of links. */
export function TakeAlong(props: TakeAlongProps) {
  return (
    <>
      <TakeAlongMenu {...props} />
      <TakeAlongPlain {...props} />
    </>
  )
}

/** The parts of a page besides the menu: links for browsers without JavaScript, and the QR code for print. */
export function TakeAlongPlain(props: TakeAlongProps) {
  const hasScript = useHasScript()
  return (
    <>
      {!hasScript && <FormatLinks {...props} />}
      <PrintCode />
    </>
  )
}

/** The same downloads as a dialog, for a menu on phones that leads to them. */
export function TakeAlongDialog({
  title,
  pathname,
  search = '',
  feed,
  bundle,
  onClose,
}: Omit<TakeAlongProps, 'share' | 'look' | 'className'> & { onClose: () => void }) {
  return (
    <PageDialog onClose={onClose} title="Take it along" description={<Contents title={title} />}>
      <ul className="take-along-list">
        {exportFormatIds.map((format) => (
          <li key={format}>
            <SafeLink className="menu-item" to={toFile(pathname, format, search)} reloadDocument download>
              <ExportWords icon={icons[format]} {...exportFormats[format]} />
            </SafeLink>
          </li>
        ))}
        {listAddresses({ feed, bundle }).map(({ to, ...words }) => (
          <li key={to}>
            <SafeLink className="menu-item" to={to} reloadDocument>
              <ExportWords {...words} />
            </SafeLink>
          </li>
        ))}
      </ul>
    </PageDialog>
  )
}

function Contents({ title }: Pick<TakeAlongProps, 'title'>) {
  return (
    <>
      <span className="take-along-title">{title}</span>
      {LICENSE.name}, names of authors included
    </>
  )
}

/** A row of the menu or dialog: the name, and what it is good for. */
function ExportWords({ icon, name, use }: { icon: ReactNode; name: string; use: string }) {
  return (
    <>
      {icon}
      <span>{name}</span>
      <span className="take-along-use">{use}</span>
    </>
  )
}

function listAddresses({ feed, bundle }: Pick<TakeAlongProps, 'feed' | 'bundle'>) {
  return [
    feed && { to: `${feed.path}.atom${feed.search ?? ''}`, icon: <Rss />, name: 'Feed', use: 'New spots, Atom' },
    bundle && { to: bundle, icon: <Blocks />, name: 'Bundle', use: 'For other sites, kept up to date' },
  ].filter((address) => address !== undefined && address !== '')
}

/**
 * The button and menu alone, for a page that has the links and the code to print elsewhere. The server renders the
 * button, too, so that the buttons beside it stay where they are.
 */
export function TakeAlongMenu({
  title,
  pathname,
  search = '',
  feed,
  bundle,
  share,
  look = 'button',
  className,
}: TakeAlongProps) {
  const page = useLocation()
  return (
    <Menu
      label="Take it along"
      trigger={(props) => <Trigger {...props} look={look} className={classNames('needs-script', className)} />}
    >
      <div className="take-along-head">
        <Contents title={title} />
      </div>
      {exportFormatIds.map((format) => (
        <MenuLink key={format} to={toFile(pathname, format, search)} reloadDocument download>
          <ExportWords icon={icons[format]} {...exportFormats[format]} />
        </MenuLink>
      ))}
      <MenuLine />
      <MenuItem onSelect={() => void printPage(page.pathname + page.search)}>
        <ExportWords {...printing} />
      </MenuItem>
      {share && (
        <MenuLink to={{ search: share }} preventScrollReset defaultShouldRevalidate={false}>
          <ExportWords icon={<Share2 />} name="Share" use="Link, QR code and embed" />
        </MenuLink>
      )}
      {listAddresses({ feed, bundle }).map(({ to, ...words }) => (
        <MenuLink key={to} to={to} reloadDocument>
          <ExportWords {...words} />
        </MenuLink>
      ))}
    </Menu>
  )
}

function Trigger({ look, ...props }: MenuTrigger & { look: NonNullable<TakeAlongProps['look']> }): ReactElement {
  const icon = <Download aria-hidden="true" />
  if (look === 'icon') return <IconButton {...props} label="Take it along" icon={icon} variant="secondary" />
  if (look === 'button') {
    return (
      <Button {...props} icon={icon}>
        Take it along
      </Button>
    )
  }
  return (
    <button {...props} type="button" className={classNames('take-along-words', props.className)}>
      {icon}
      Take it along
    </button>
  )
}

function FormatLinks({ pathname, search = '', share }: TakeAlongProps) {
  return (
    <noscript>
      <span className="take-along-links">
        Take it along:{' '}
        {exportFormatIds.map((format) => (
          <SafeLink key={format} className="link" to={toFile(pathname, format, search)} reloadDocument rel="nofollow">
            {exportFormats[format].name}
          </SafeLink>
        ))}
        {share && (
          <SafeLink className="link" to={{ search: share }} rel="nofollow">
            Share
          </SafeLink>
        )}
      </span>
    </noscript>
  )
}

function toFile(pathname: string, format: ExportFormat, search: string): string {
  return `${pathname}.${format}${search}`
}
