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
import { Menu, MenuItem, MenuLine, MenuLink, type MenuTrigger } from '#app/ui/dialogs/menu.tsx'
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
  /** True for a button of an icon only, which fits beside others. */
  isSmall?: boolean
}

/** The menu of all downloads of a set of spots, and print. Without JavaScript it is a row of links. */
export function TakeAlong(props: TakeAlongProps) {
  const { pathname, search = '', share } = props
  const hasScript = useHasScript()
  return (
    <>
      {hasScript ? <FormatMenu {...props} /> : <FormatLinks {...{ pathname, search, share }} />}
      <PrintCode />
    </>
  )
}

function FormatMenu({ title, pathname, search = '', feed, bundle, share, isSmall = false }: TakeAlongProps) {
  const page = useLocation()
  return (
    <Menu label="Take it along" trigger={(props) => <Trigger isSmall={isSmall} {...props} />}>
      <div className="take-along-head">
        <p className="take-along-title">{title}</p>
        <p>{LICENSE.name}, names of authors included</p>
      </div>
      {exportFormatIds.map((format) => (
        <MenuLink key={format} icon={icons[format]} to={toFile(pathname, format, search)} reloadDocument download>
          <span>{exportFormats[format].name}</span>
          <span className="take-along-use">{exportFormats[format].use}</span>
        </MenuLink>
      ))}
      <MenuLine />
      <MenuItem icon={<Printer />} onSelect={() => void printPage(page.pathname + page.search)}>
        <span>Print</span>
        <span className="take-along-use">Map, list and QR code</span>
      </MenuItem>
      {share && (
        <MenuLink icon={<Share2 />} to={{ search: share }} preventScrollReset defaultShouldRevalidate={false}>
          <span>Share</span>
          <span className="take-along-use">Link, QR code and embed</span>
        </MenuLink>
      )}
      {feed && (
        <MenuLink icon={<Rss />} to={`${feed.path}.atom${feed.search ?? ''}`} reloadDocument>
          <span>Feed</span>
          <span className="take-along-use">New spots, Atom</span>
        </MenuLink>
      )}
      {bundle && (
        <MenuLink icon={<Blocks />} to={bundle} reloadDocument>
          <span>Bundle</span>
          <span className="take-along-use">For other sites, kept up to date</span>
        </MenuLink>
      )}
    </Menu>
  )
}

function Trigger({ isSmall, ...props }: MenuTrigger & { isSmall: boolean }): ReactElement {
  if (isSmall) return <IconButton {...props} label="Take it along" icon={<Download />} variant="secondary" />
  return (
    <Button {...props} icon={<Download />}>
      Take it along
    </Button>
  )
}

function FormatLinks({ pathname, search, share }: { pathname: string; search: string; share: string | undefined }) {
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
