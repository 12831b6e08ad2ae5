import Blocks from 'lucide-react/icons/blocks'
import Braces from 'lucide-react/icons/braces'
import Globe from 'lucide-react/icons/globe'
import Navigation from 'lucide-react/icons/navigation'
import Package from 'lucide-react/icons/package'
import Rss from 'lucide-react/icons/rss'
import Table from 'lucide-react/icons/table-2'
import type { ReactNode } from 'react'
import type { ExportFormat } from './export-formats.ts'
import { LICENSE } from './exported-spot.ts'

/** The icon of each format. */
export const formatIcons: Record<ExportFormat, ReactNode> = {
  gpx: <Navigation />,
  kml: <Globe />,
  kmz: <Package />,
  geojson: <Braces />,
  csv: <Table />,
}

/** A set of spots to download, and how its button looks. */
export interface TakeAlongProps {
  /** The set in words, such as "484 spots in Turin". */
  title: ReactNode
  /** The page of the set, to whose path the formats add their extensions. */
  pathname: string
  /** The parameters of the page's query that identify the set. */
  search?: string
  /** The URL of the feed of the set, without an extension, and its query. Only public sets have one. */
  feed?: { path: string; search?: string } | undefined
  /** The URL of the bundle of the set, for other sites to subscribe to. Only public cities and lists have one. */
  bundle?: string | undefined
  /** The query that opens the share dialog, where no other button does. */
  share?: string
  /** An icon only, which fits beside other buttons, or quiet words for a row of filters. A button with words by default. */
  look?: 'button' | 'icon' | 'words'
  /** The class of the button. */
  className?: string
}

/** The contents of the downloads, and their licence. */
export function Contents({ title }: Pick<TakeAlongProps, 'title'>) {
  return (
    <>
      <span className="take-along-title">{title}</span>
      {LICENSE.name}, names of authors included
    </>
  )
}

/** A row of the menu or dialog: the name, and what it is good for. */
export function ExportWords({ icon, name, use }: { icon: ReactNode; name: string; use: string }) {
  return (
    <>
      {icon}
      <span>{name}</span>
      <span className="take-along-use">{use}</span>
    </>
  )
}

/** Returns the URLs that stay up to date: the feed and the bundle of the set, if it has them. */
export function listAddresses({ feed, bundle }: Pick<TakeAlongProps, 'feed' | 'bundle'>) {
  return [
    feed && { to: `${feed.path}.atom${feed.search ?? ''}`, icon: <Rss />, name: 'Feed', use: 'New spots, Atom' },
    bundle && { to: bundle, icon: <Blocks />, name: 'Bundle', use: 'For other sites, kept up to date' },
  ].filter((address) => address !== undefined && address !== '')
}

/** Returns the URL of the set in a format. */
export function toExportUrl(pathname: string, format: ExportFormat, search: string): string {
  return `${pathname}.${format}${search}`
}
