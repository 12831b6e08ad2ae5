import ArrowLeft from 'lucide-react/icons/arrow-left'
import ArrowRight from 'lucide-react/icons/arrow-right'
import X from 'lucide-react/icons/x'
import type { ComponentProps, ReactNode } from 'react'
import './upload-tile.css'

type UploadState = 'waiting' | 'sending' | 'done' | 'failed'

export type UploadTileProps = {
  /** The name of the picture in button labels, such as "Photo 2". */
  name: string
  state: UploadState
  /** The local preview or the stored thumbnail. */
  src?: string
  /** A short label at the top, such as "Cover". */
  badge?: ReactNode
  /** 0 to 100 during the upload. */
  percent?: number
  /** The error message. */
  error?: ReactNode
  selected?: boolean
  onSelect?: () => void
  onRetry?: () => void
  onRemove?: () => void
  /** Omitted for the first tile. */
  onMoveBack?: () => void
  /** Omitted for the last tile. */
  onMoveOn?: () => void
  /** Props of the list item, such as drag handlers. */
  item?: Omit<ComponentProps<'li'>, 'className' | 'children'>
}

/** One picture that is being uploaded or already stored. The parent handles all actions. */
export function UploadTile({
  name,
  state,
  src,
  badge,
  percent = 0,
  error,
  selected = false,
  onSelect,
  onRetry,
  onRemove,
  onMoveBack,
  onMoveOn,
  item,
}: UploadTileProps) {
  const whole = Math.round(percent)
  const label = state === 'sending' ? `${whole}%` : badge
  return (
    <li {...item} className="upload-tile" data-state={state} data-selected={selected || undefined}>
      {src !== undefined && state !== 'failed' && <img src={src} alt="" draggable={false} />}
      {onSelect && state !== 'failed' && (
        <button type="button" className="upload-select" aria-pressed={selected} aria-label={name} onClick={onSelect} />
      )}
      {label !== undefined && <span className="upload-label">{label}</span>}
      {state === 'failed' && <UploadFailure name={name} error={error} onRetry={onRetry} />}
      {state === 'sending' && (
        <div
          className="upload-progress"
          role="progressbar"
          aria-label={name}
          aria-valuenow={whole}
          aria-valuemin={0}
          aria-valuemax={100}
        >
          <span style={{ width: `${whole}%` }} />
        </div>
      )}
      {state === 'sending' ? (
        <div className="upload-actions is-above">
          <UploadAction label={`Cancel ${name}`} icon={<X />} onPress={onRemove} />
        </div>
      ) : (
        <div className="upload-actions">
          <UploadAction label={`Move ${name} left`} icon={<ArrowLeft />} onPress={onMoveBack} />
          <UploadAction label={`Move ${name} right`} icon={<ArrowRight />} onPress={onMoveOn} />
          <UploadAction label={`Remove ${name}`} icon={<X />} onPress={onRemove} />
        </div>
      )}
    </li>
  )
}

function UploadFailure({
  name,
  error,
  onRetry,
}: {
  name: string
  error: ReactNode
  onRetry: (() => void) | undefined
}) {
  return (
    <div role="alert" className="p-2">
      {error}
      {onRetry && (
        <button type="button" className="link block min-h-11 w-full" onClick={onRetry}>
          Try again<span className="sr-only"> to send {name}</span>
        </button>
      )}
    </div>
  )
}

function UploadAction({ label, icon, onPress }: { label: string; icon: ReactNode; onPress: (() => void) | undefined }) {
  if (!onPress) return null
  return (
    <button type="button" aria-label={label} title={label} onClick={onPress}>
      {icon}
    </button>
  )
}
