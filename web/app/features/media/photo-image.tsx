import { useEffect } from 'react'
import { listPhotoWidths, photoSourceSet, photoUrl } from './photo-sizes.ts'
import type { PhotoSummary } from './photo-summary.ts'

export interface PhotoImageProps {
  photo: Pick<PhotoSummary, 'id' | 'width' | 'height' | 'placeholder' | 'alt_text'>
  /** How wide the picture is shown, in the words of the attribute `sizes`. */
  sizes: string
  className?: string
  /** For the picture that a page opens with: it is asked for at once. All others wait until they are near. */
  isFirst?: boolean
  /** Opens the photo of a spot that is shared by a secret link. */
  linkSecret?: string | null
}

type ToPlaceholderUrl = (placeholder: string | null) => string | undefined

/** On the server at once. What the server drew stands in the browser, which reads placeholders only for what it draws itself. */
let toPlaceholderUrl: ToPlaceholderUrl | undefined = import.meta.env.SSR
  ? (await import('./photo-placeholder.ts')).toPlaceholderUrl
  : undefined

/** Comes behind the page: the reader of placeholders weighs more than all else that a photo needs. */
async function loadPlaceholders(): Promise<void> {
  toPlaceholderUrl ??= (await import('./photo-placeholder.ts')).toPlaceholderUrl
}

/** A photo in the size and format that suit the screen. Until it is there, its blurred colours hold its place. */
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
