import Download from 'lucide-react/icons/download'
import Printer from 'lucide-react/icons/printer'
import Share2 from 'lucide-react/icons/share-2'
import type { ReactElement } from 'react'
import { useLocation } from 'react-router'
import { PrintCode, printPage } from '#app/features/share/print-code.tsx'
import { SafeLink } from '#app/platform/navigation/safe-link.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { IconButton } from '#app/ui/buttons/icon-button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { Menu, MenuItem, MenuLine, MenuLink, type MenuTrigger } from '#app/ui/dialogs/menu.tsx'
import { useHasScript } from '#app/ui/use-has-script.ts'
import {
  Contents,
  ExportWords,
  formatIcons,
  listAddresses,
  type TakeAlongProps,
  toExportUrl,
} from './export-entries.tsx'
import { exportFormatIds, exportFormats } from './export-formats.ts'
import './take-along.css'

/** The menu with all downloads of a set of spots, and printing. Without JavaScript it is a row of links. */
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
        <MenuLink key={format} to={toExportUrl(pathname, format, search)} reloadDocument download>
          <ExportWords icon={formatIcons[format]} {...exportFormats[format]} />
        </MenuLink>
      ))}
      <MenuLine />
      <MenuItem onSelect={() => void printPage(page.pathname + page.search)}>
        <ExportWords icon={<Printer />} name="Print" use="Map, list and QR code" />
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
          <SafeLink
            key={format}
            className="link"
            to={toExportUrl(pathname, format, search)}
            reloadDocument
            rel="nofollow"
          >
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
