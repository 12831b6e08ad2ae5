import { UploadTile } from '#app/ui/forms/upload/upload-tile.tsx'
import type { UploadFailureReason } from './photo-upload-client.ts'
import type { UploadProgress } from './use-photo-uploads.ts'

/** Short labels of upload errors. The picker shows the full message below. */
const FAILURES: Record<UploadFailureReason, string> = {
  lost: 'Connection lost',
  'signed-out': 'Signed out',
  rejected: 'Rejected',
  failed: 'Upload failed',
}

/** A photo of the picker, in any state of its upload. */
export function PhotoTile({
  name,
  badge,
  src,
  isStored,
  isSelected,
  progress,
  onSelect,
  onRetry,
  onRemove,
  onMoveBack,
  onMoveOn,
  ...drag
}: {
  name: string
  badge: string | undefined
  src: string | undefined
  isStored: boolean
  isSelected: boolean
  progress: UploadProgress | undefined
  onSelect: () => void
  onRetry: () => void
  onRemove: () => void
  onMoveBack: (() => void) | undefined
  onMoveOn: (() => void) | undefined
  onDragStart: () => void
  onDragEnter: () => void
  onDragEnd: () => void
}) {
  const failure = progress?.state === 'failed' ? progress : undefined
  return (
    <UploadTile
      name={name}
      state={progress?.state ?? (isStored ? 'done' : 'waiting')}
      percent={progress?.state === 'sending' ? progress.percent : 0}
      badge={badge}
      error={failure && FAILURES[failure.reason]}
      selected={isSelected}
      onSelect={onSelect}
      onRemove={onRemove}
      item={{ draggable: true, ...drag }}
      {...(src && { src })}
      {...(failure && failure.reason !== 'rejected' && { onRetry })}
      {...(onMoveBack && { onMoveBack })}
      {...(onMoveOn && { onMoveOn })}
    />
  )
}
