import Check from 'lucide-react/icons/check'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class.ts'

export type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: ReactNode
  /** True while the action runs: the button keeps its width and focus and ignores clicks. */
  busy?: boolean
  /** The label while busy, such as "Saving". */
  busyLabel?: string
  /** Makes it a toggle. */
  pressed?: boolean
}

/** A button. If it is disabled, show the reason nearby. */
export function Button({
  variant = 'secondary',
  size = 'normal',
  icon,
  busy = false,
  busyLabel,
  pressed,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      type={type}
      className={buttonClass(variant, size, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      aria-pressed={pressed}
      onClick={handleClick}
    >
      {busyLabel === undefined ? (
        <ButtonLabel icon={busy ? <span className="spinner" /> : (pressed && <Check />) || icon}>
          {children}
        </ButtonLabel>
      ) : (
        <span className="button-labels">
          <ButtonLabel icon={icon} hidden={busy}>
            {children}
          </ButtonLabel>
          <ButtonLabel icon={<span className="spinner" />} hidden={!busy}>
            {busyLabel}
          </ButtonLabel>
        </span>
      )}
    </button>
  )
}

function ButtonLabel({ icon, hidden, children }: { icon?: ReactNode; hidden?: boolean; children: ReactNode }) {
  if (hidden === undefined) {
    return (
      <>
        {icon}
        {children}
      </>
    )
  }
  return (
    <span data-hidden={hidden || undefined} aria-hidden={hidden}>
      {icon}
      {children}
    </span>
  )
}
