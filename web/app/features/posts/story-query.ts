import { href } from 'react-router'
import { isStorable } from '#app/lib/is-storable.ts'
import { isTimestamp } from '#app/lib/is-timestamp.ts'

/** The cursor of the next page of stories. */
interface StoryCursor {
  before: string
  before_id: string
}

/** The filter and page of the section "Stories". */
export interface StoryQuery {
  tag: string | null
  /** Only the viewer's own stories, in any status. */
  isMine: boolean
  before: string | null
  beforeId: string | null
}

/** Returns true for the section "Stories", and false for the home page itself. */
export function isStoryList(searchParams: URLSearchParams): boolean {
  return ['all', 'mine'].includes(searchParams.get('stories') ?? '')
}

/** Reads `/?stories=all&tag=…&before=…`; null for the home page itself. A malformed cursor means the first page. */
export function findStoryQuery({ searchParams }: Pick<URL, 'searchParams'>): StoryQuery | null {
  if (!isStoryList(searchParams)) return null
  const [tag, before, beforeId] = ['tag', 'before', 'before_id'].map((name) => searchParams.get(name))
  const hasCursor = isTimestamp(before ?? '') && /^[a-z0-9]{1,40}$/.test(beforeId ?? '')
  return {
    tag: tag && isStorable(tag) ? tag.slice(0, 40).toWellFormed().toLowerCase() : null,
    isMine: searchParams.get('stories') === 'mine',
    before: hasCursor ? (before ?? null) : null,
    beforeId: hasCursor ? (beforeId ?? null) : null,
  }
}

/** Returns the URL of a page of stories. */
export function storiesUrl({ tag, isMine }: Pick<StoryQuery, 'tag' | 'isMine'>, next?: StoryCursor | null): string {
  const search = new URLSearchParams({ stories: isMine ? 'mine' : 'all', ...(tag && { tag }), ...next })
  return `${href('/')}?${search}`
}
