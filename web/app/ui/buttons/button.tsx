import Check from 'lucide-react/icons/check'
import { type ComponentProps, type MouseEvent, type ReactNode, use } from 'react'
import { isSameSubmitter, PendingSubmit } from '#app/lib/pending-submit.ts'
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class.ts'

export type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: ReactNode
  /**
   * True while the action runs: the button keeps its width and focus and ignores clicks. By default, while its form
   * waits for its submission.
   */
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
  busy: givenBusy,
  busyLabel,
  pressed,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const pending = use(PendingSubmit)
  const isSubmitting =
    type === 'submit' && isSameSubmitter(pending, { name: rest.name ?? '', value: String(rest.value ?? '') })
  const busy = givenBusy ?? isSubmitting
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
        <BusyLabel busy={busy} icon={(pressed && <Check />) || icon}>
          {children}
        </BusyLabel>
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

/** The only label of a button: while busy, a spinner takes the place of the icon, or covers the text. */
function BusyLabel({ busy, icon, children }: { busy: boolean; icon: ReactNode; children: ReactNode }) {
  const spinner = <span className="spinner" />
  if (!busy || icon) return <ButtonLabel icon={busy ? spinner : icon}>{children}</ButtonLabel>
  return (
    <span className="button-labels">
      <span data-covered>{children}</span>
      {spinner}
    </span>
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
