import { Link, type LinkProps } from 'react-router'
import { Logo } from './logo.tsx'

/** Logo and name, leading home. */
export function Wordmark({ name, to, size = 32 }: { name: string; to: LinkProps['to']; size?: number }) {
  return (
    <Link className={size > 32 ? 'wordmark is-large' : 'wordmark'} to={to}>
      <Logo size={size} />
      {name}
    </Link>
  )
}
