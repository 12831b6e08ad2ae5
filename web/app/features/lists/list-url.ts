import { href } from 'react-router'

/** Returns the URL path of a list's page, with its secret if it is shared by link. */
export function listUrl(id: string, linkSecret: string | null = null): string {
  return `${href('/explore')}?${new URLSearchParams({ list: id, ...(linkSecret && { link: linkSecret }) })}`
}
