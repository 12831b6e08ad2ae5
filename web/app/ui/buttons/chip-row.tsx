import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'

/** A scrolling row of chips that fades out at its ends. */
export function ChipRow({ label, className, children }: { label: string; className?: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would take part in forms, these are filters.
    <div role="group" aria-label={label} className={classNames('chip-row scroll-fade', className)}>
      {children}
    </div>
  )
}
