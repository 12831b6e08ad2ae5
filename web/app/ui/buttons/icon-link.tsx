import type { ReactNode } from 'react'
import { SafeLink, type SafeLinkProps } from '#app/platform/navigation/safe-link.tsx'
import { buttonClass } from '#app/ui/buttons/button-class.ts'

/** A square link of 44 px with an icon. */
export function IconLink({ label, icon, ...link }: SafeLinkProps & { label: string; icon: ReactNode }) {
  return (
    <SafeLink {...link} className={buttonClass('secondary', 'square')} aria-label={label} title={label} rel="nofollow">
      {icon}
    </SafeLink>
  )
}
