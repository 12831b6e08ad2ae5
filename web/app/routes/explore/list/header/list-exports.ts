import { href } from 'react-router'
import { toBundlePath } from '#app/features/share/bundle-link.tsx'
import type { TakeAlongProps } from '#app/features/spots/exports/export-entries.tsx'
import { formatCount } from '#app/lib/format/numbers.ts'
import type { ListPage } from '../list-page.ts'
import { pickParameters } from '../list-search.ts'

/** Returns the title and the URLs of a list's downloads. Only public lists have a feed and a bundle. */
export function describeListExports(
  { list, item_count }: Pick<ListPage, 'list' | 'item_count'>,
  parameters: URLSearchParams,
): TakeAlongProps {
  const isPublic = list.visibility === 'public'
  return {
    title: `${formatCount(item_count, 'spot')} on ${list.title}`,
    pathname: href('/explore'),
    search: `?${pickParameters(parameters, ['list', 'link'])}`,
    feed: isPublic ? { path: '/feeds/spots', search: `?${new URLSearchParams({ list: list.id })}` } : undefined,
    bundle: isPublic ? toBundlePath('list', list.id) : undefined,
  }
}
