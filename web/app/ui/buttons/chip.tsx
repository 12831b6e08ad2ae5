import X from 'lucide-react/icons/x'
import type { ComponentProps, ReactNode } from 'react'
import { SafeLink, type SafeLinkProps } from '#app/platform/navigation/safe-link.tsx'
import { classNames } from '../class-names.ts'

type ChipContent = {
  /** A sign before the words. */
  mark?: ReactNode
  /** How many it would show. */
  count?: ReactNode
  /** Chosen: ink ground and a cross that says a press takes it away. */
  on?: boolean
}

/** A filter that a press turns on or off. */
export function Chip({
  mark,
  count,
  on = false,
  className,
  children,
  ...rest
}: ComponentProps<'button'> & ChipContent) {
  return (
    <button type="button" {...rest} aria-pressed={on} className={classNames('chip', className)}>
      <ChipWords mark={mark} count={count} on={on}>
        {children}
      </ChipWords>
    </button>
  )
}

/** A filter that is a link, so that it works without JavaScript and can be shared. */
export function ChipLink({ mark, count, on = false, className, children, ...rest }: SafeLinkProps & ChipContent) {
  return (
    <SafeLink
      preventScrollReset
      {...rest}
      aria-current={on ? 'true' : undefined}
      className={classNames('chip', className)}
    >
      <ChipWords mark={mark} count={count} on={on}>
        {children}
      </ChipWords>
    </SafeLink>
  )
}

function ChipWords({ mark, count, on, children }: ChipContent & { children: ReactNode }) {
  return (
    <>
      {mark}
      {children}
      {count !== undefined && <span className="chip-count">{count}</span>}
      {on && <X size={16} />}
    </>
  )
}
