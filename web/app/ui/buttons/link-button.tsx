import type { ReactNode } from 'react'
import { SafeLink, type SafeLinkProps } from '#app/platform/navigation/safe-link.tsx'
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class.ts'

export type LinkButtonProps = SafeLinkProps & {
  variant?: ButtonVariant
  size?: ButtonSize
  icon?: ReactNode
}

/** A link that looks like a button. It only navigates. */
export function LinkButton({
  variant = 'secondary',
  size = 'normal',
  icon,
  className,
  children,
  ...rest
}: LinkButtonProps) {
  return (
    <SafeLink {...rest} className={buttonClass(variant, size, className)}>
      {icon}
      {children}
    </SafeLink>
  )
}
