import { href } from 'react-router'

/** Returns the URL that a sign-in elsewhere returns to. It carries the invitation of a new member. */
export function toReturnUrl(siteUrl: string, invitation: string | undefined): string {
  const query = invitation ? `?${new URLSearchParams({ invitation })}` : ''
  return siteUrl + href('/auth/login') + query
}
