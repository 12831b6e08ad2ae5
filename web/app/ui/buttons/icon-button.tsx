import type { ComponentProps, ReactNode } from 'react'
import { buttonClass } from './button-class.ts'

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  /** The accessible name, also shown as a tooltip. */
  label: string
  icon: ReactNode
  variant?: 'secondary' | 'bare'
  pressed?: boolean
}

/** A square button of 44 px with an icon. */
export function IconButton({ label, icon, variant = 'bare', pressed, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      aria-pressed={pressed}
      className={buttonClass(variant, 'square', className)}
    >
      {icon}
    </button>
  )
}
