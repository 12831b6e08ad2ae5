import Copy from 'lucide-react/icons/copy'
import Share from 'lucide-react/icons/share'
import { type ReactNode, useId, useSyncExternalStore } from 'react'
import { withBase } from '#app/platform/config/app-config.ts'
import { useAppSettings } from '#app/platform/root-data.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { useCopy } from '#app/ui/buttons/use-copy.ts'
import { PageDialog } from '#app/ui/dialogs/page-dialog.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import { EmbedSnippet } from './embed-snippet.tsx'
import { hasExpired } from './link-lifetimes.ts'
import { SecretLinkSettings } from './secret-link-settings.tsx'
import './share-dialog.css'

const never = () => () => undefined

/** The data of a page for sharing. Paths are relative to the site. */
export interface SharedPage {
  title: string
  /** The path with its query, which contains the secret of something shared by link. */
  path: string
  /** The path of its preview image. Only public pages have one. */
  card?: string | undefined
  /** True if everyone may see its spots, so that other sites may embed it. */
  isPublic: boolean
  /** Describes who can open the link, unless everyone can. */
  note?: ReactNode
  /** The secret link of a page, for those who may see when it expires. Only its owner may change it. */
  secretLink?: { expiresAt: string | null; mayChange: boolean } | undefined
}

/** The link of a page to copy, to scan or to share with an app, and its preview image. */
export function ShareDialog({ page, onClose }: { page: SharedPage; onClose: () => void }) {
  const { siteUrl } = useAppSettings()
  const url = `${siteUrl}${page.path}`
  const { secretLink } = page
  const note = secretLink && hasExpired(secretLink.expiresAt) ? 'This link has expired and no longer works.' : page.note
  return (
    <PageDialog onClose={onClose} title={<span dir="auto">Share {page.title}</span>} description={note}>
      <ShareLink url={url} />
      {secretLink?.mayChange && <SecretLinkSettings expiresAt={secretLink.expiresAt} />}
      <div className="share-pictures">
        <SharedPicture
          className="share-qr"
          path={`/qr.svg?${new URLSearchParams({ to: page.path })}`}
          alt={`QR code of the link to ${page.title}`}
          fileName="qr.svg"
          size={[150, 150]}
        >
          QR as SVG
        </SharedPicture>
        {page.card && (
          <SharedPicture
            className="share-card"
            path={page.card}
            alt={`Preview image of ${page.title}`}
            fileName="card.png"
            size={[1200, 630]}
          >
            Image, 1200 × 630
          </SharedPicture>
        )}
      </div>
      {page.isPublic && <EmbedSnippet path={page.path} title={page.title} />}
      <div className="share-foot">
        <DeviceShare title={page.title} url={url} />
        <Button onClick={onClose} className="needs-script">
          Close
        </Button>
      </div>
    </PageDialog>
  )
}

function ShareLink({ url }: { url: string }) {
  const id = useId()
  const { copy } = useCopy('Link copied')
  return (
    <div className="share-link">
      <label className="sr-only" htmlFor={id}>
        Link
      </label>
      <input id={id} className="input" readOnly value={url} onFocus={(event) => event.currentTarget.select()} />
      <Button variant="primary" icon={<Copy />} onClick={() => copy(url)} className="needs-script">
        Copy
      </Button>
    </div>
  )
}

/** The preview image, which can be saved. */
function SharedPicture({
  path,
  alt,
  fileName,
  size: [width, height],
  className,
  children,
}: {
  path: string
  alt: string
  fileName: string
  size: [number, number]
  className: string
  children: ReactNode
}) {
  return (
    <div className={className}>
      <img src={withBase(path)} alt={alt} width={width} height={height} loading="lazy" />
      <TextLink to={path} reloadDocument download={fileName}>
        {children}
      </TextLink>
    </div>
  )
}

/** Opens the share sheet of the device, if it has one. */
function DeviceShare({ title, url }: { title: string; url: string }) {
  const canShare = useSyncExternalStore(
    never,
    () => typeof navigator.share === 'function',
    () => false,
  )
  if (!canShare) return null
  // A cancelled share is not a failure.
  const handleShare = () => void navigator.share({ title, url }).catch(() => undefined)
  return (
    <Button icon={<Share />} onClick={handleShare}>
      Share with an app
    </Button>
  )
}
