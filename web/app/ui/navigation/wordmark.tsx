import { SafeLink, type SafeLinkProps } from '#app/platform/navigation/safe-link.tsx'
import { Logo } from './logo.tsx'

/** Logo and name, leading home. */
export function Wordmark({ name, to, size = 32 }: { name: string; to: SafeLinkProps['to']; size?: number }) {
  return (
    <SafeLink className={size > 32 ? 'wordmark is-large' : 'wordmark'} to={to}>
      <Logo size={size} />
      <span className="wordmark-name">{name}</span>
    </SafeLink>
  )
}
