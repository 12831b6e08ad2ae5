import type { AnchorHTMLAttributes } from 'react'
import { Link, type LinkProps, NavLink, type NavLinkProps } from 'react-router'
import { findTarget } from './target.ts'
import { useIntentPrefetch } from './use-intent-prefetch.tsx'

export type SafeLinkProps = LinkProps & {
  /** Allows external URLs, for links that members entered and links to other services. */
  external?: boolean
}

/** The app's only link component. A rejected URL renders as plain text. */
export function SafeLink({ to, external, ...rest }: SafeLinkProps) {
  const target = findTarget(to, { external })
  if (target?.kind !== 'internal') return <a {...toAnchorProps(rest)} href={target?.url} />
  const Inner = rest.prefetch === 'intent' ? IntentLink : Link
  return <Inner {...rest} to={target.to} />
}

/** A link that marks the current page. For places on the site only. */
export function SafeNavLink({ to, ...rest }: NavLinkProps) {
  const target = findTarget(to)
  const Inner = rest.prefetch === 'intent' ? IntentNavLink : NavLink
  return <Inner {...rest} to={target?.kind === 'internal' ? target.to : '/'} />
}

function IntentLink({ prefetch: _, ...props }: LinkProps) {
  const { handlers, ahead } = useIntentPrefetch(props.to, props)
  return (
    <>
      <Link {...props} {...handlers} />
      {ahead}
    </>
  )
}

function IntentNavLink({ prefetch: _, ...props }: NavLinkProps) {
  const { handlers, ahead } = useIntentPrefetch(props.to, props)
  return (
    <>
      <NavLink {...props} {...handlers} />
      {ahead}
    </>
  )
}

/** Drops the properties that only the router understands. */
function toAnchorProps({
  defaultShouldRevalidate: _1,
  discover: _2,
  prefetch: _3,
  preventScrollReset: _4,
  relative: _5,
  reloadDocument: _6,
  replace: _7,
  state: _8,
  viewTransition: _9,
  mask: _10,
  ...rest
}: Omit<LinkProps, 'to'>): AnchorHTMLAttributes<HTMLAnchorElement> {
  return rest
}
