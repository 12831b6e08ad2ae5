import type { ReactNode } from 'react'
import { Link, type LinkProps } from 'react-router'
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class.ts'

export type LinkButtonProps = LinkProps & {
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: ReactNode
}

/** A link that looks like a button: it goes somewhere, it does nothing. */
export function LinkButton({
  variant = 'secondary',
  size = 'normal',
  icon,
  className,
  children,
  ...rest
}: LinkButtonProps) {
  return (
    <Link {...rest} className={buttonClass(variant, size, className)}>
      {icon}
      {children}
    </Link>
  )
}
