import { useLinkSecret } from '#app/features/spots/link-secret.ts'
import { SafeLink, type SafeLinkProps } from '#app/platform/navigation/safe-link.tsx'

/** A link to a page about the spot. It carries the secret that the spot was opened with. */
export function SpotPageLink({ to, ...rest }: SafeLinkProps & { to: string }) {
  const secret = useLinkSecret()
  return <SafeLink {...rest} to={secret ? `${to}?${new URLSearchParams({ link: secret })}` : to} rel="nofollow" />
}
