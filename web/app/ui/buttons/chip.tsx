import X from 'lucide-react/icons/x'
import type { ComponentProps, ReactNode } from 'react'
import { SafeLink, type SafeLinkProps } from '#app/platform/navigation/safe-link.tsx'
import { classNames } from '../class-names.ts'

type ChipContent = {
  /** An icon before the text. */
  icon?: ReactNode
  /** The number of results. */
  count?: ReactNode
  /** True if the filter is set. The chip is then dark, with a cross to remove it. */
  on?: boolean
  /** Omits the cross, for the chip that stands for no filter. */
  isPlain?: boolean
}

/** A filter that toggles on click. */
export function Chip({
  icon,
  count,
  on = false,
  className,
  children,
  ...rest
}: ComponentProps<'button'> & ChipContent) {
  return (
    <button type="button" {...rest} aria-pressed={on} className={classNames('chip', className)}>
      <ChipWords icon={icon} count={count} on={on}>
        {children}
      </ChipWords>
    </button>
  )
}

/** A filter as a link, so that it works without JavaScript and can be shared. */
export function ChipLink({
  icon,
  count,
  on = false,
  isPlain = false,
  className,
  children,
  ...rest
}: SafeLinkProps & ChipContent) {
  return (
    <SafeLink
      preventScrollReset
      {...rest}
      aria-current={on ? 'true' : undefined}
      className={classNames('chip', className)}
    >
      <ChipWords icon={icon} count={count} on={on} isPlain={isPlain}>
        {children}
      </ChipWords>
    </SafeLink>
  )
}

function ChipWords({ icon, count, on, isPlain = false, children }: ChipContent & { children: ReactNode }) {
  return (
    <>
      {icon}
      {children}
      {count !== undefined && <span className="chip-count">{count}</span>}
      {on && !isPlain && <X size={16} />}
    </>
  )
}
