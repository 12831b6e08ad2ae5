import { SafeLink, type SafeLinkProps } from '#app/platform/navigation/safe-link.tsx'
import { classNames } from '../class-names.ts'

/** A link in running text. */
export function TextLink({ className, ...rest }: SafeLinkProps) {
  return <SafeLink {...rest} className={classNames('link', className)} />
}
