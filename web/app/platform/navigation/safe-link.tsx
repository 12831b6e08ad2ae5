import type { AnchorHTMLAttributes } from 'react'
import { Link, type LinkProps, NavLink, type NavLinkProps } from 'react-router'
import { findTarget } from './target.ts'
import { useIntentPrefetch } from './use-intent-prefetch.tsx'

export type SafeLinkProps = LinkProps & {
  /** Lets the address leave the site. For addresses of members and of other services. */
  external?: boolean
}

/** The one link of the app. An address that is refused leaves the words standing, without a way to follow them. */
export function SafeLink({ to, external, ...rest }: SafeLinkProps) {
  const target = findTarget(to, { external })
  if (target?.kind !== 'internal') return <a {...toAnchorProps(rest)} href={target?.url} />
  const Inner = rest.prefetch === 'intent' ? IntentLink : Link
  return <Inner {...rest} to={target.to} />
}

/** A link that knows whether it leads to where the visitor is. Only for places of ours. */
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

/** What remains of a link's properties for an element: without those that only the router knows. */
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
