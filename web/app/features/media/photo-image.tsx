import { useEffect } from 'react'
import { listPhotoWidths, photoSourceSet, photoUrl } from './photo-sizes.ts'
import type { PhotoSummary } from './photo-summary.ts'

export interface PhotoImageProps {
  photo: Pick<PhotoSummary, 'id' | 'width' | 'height' | 'placeholder' | 'alt_text'>
  /** The width at which the picture is shown, as a value of the attribute `sizes`. */
  sizes: string
  className?: string
  /** For the first picture of a page: it loads eagerly. All others load lazily. */
  isFirst?: boolean
  /** Opens the photo of a spot or story that is shared by a secret link. */
  linkSecret?: string | null
}

type ToPlaceholderUrl = (placeholder: string | null) => string | undefined

/**
 * The server renders placeholders synchronously. The browser keeps the server's markup and decodes only placeholders of
 * photos that it renders itself.
 */
let toPlaceholderUrl: ToPlaceholderUrl | undefined = import.meta.env.SSR
  ? (await import('./photo-placeholder.ts')).toPlaceholderUrl
  : undefined

/** Loaded on demand: the placeholder decoder is larger than everything else that a photo needs. */
async function loadPlaceholders(): Promise<void> {
  toPlaceholderUrl ??= (await import('./photo-placeholder.ts')).toPlaceholderUrl
}

/** A photo in the size and format that suit the screen. A blurred placeholder shows until it has loaded. */
export function PhotoImage({ photo, sizes, className, isFirst = false, linkSecret }: PhotoImageProps) {
  const placeholder = toPlaceholderUrl?.(photo.placeholder)
  useEffect(() => void loadPlaceholders(), [])
  const fallbackWidth = listPhotoWidths(photo.width).find((width) => width >= 960) ?? photo.width
  return (
    <picture className="contents">
      <source type="image/avif" srcSet={photoSourceSet(photo.id, photo.width, 'avif', linkSecret)} sizes={sizes} />
      <img
        src={photoUrl(photo.id, fallbackWidth, 'webp', linkSecret)}
        srcSet={photoSourceSet(photo.id, photo.width, 'webp', linkSecret)}
        sizes={sizes}
        alt={photo.alt_text}
        width={photo.width}
        height={photo.height}
        loading={isFirst ? 'eager' : 'lazy'}
        fetchPriority={isFirst ? 'high' : 'auto'}
        decoding="async"
        className={className}
        suppressHydrationWarning
        style={placeholder ? { backgroundImage: `url(${placeholder})`, backgroundSize: 'cover' } : undefined}
      />
    </picture>
  )
}
