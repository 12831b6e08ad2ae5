import type { ComponentProps, ReactNode } from 'react'
import { buttonClass } from './button-class.ts'

export type IconButtonProps = Omit<ComponentProps<'button'>, 'children'> & {
  /** What the button does, for screen readers and as a hint on hover. */
  label: string
  icon: ReactNode
  variant?: 'secondary' | 'bare'
  pressed?: boolean
}

/** A square button of 44 px with a sign instead of words. */
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
