import { href } from 'react-router'
import * as v from 'valibot'
import { isStorable } from '#app/lib/is-storable.ts'
import { type Supabase, takeData } from '#app/lib/supabase.ts'
import { PostSummary } from './post-summary.ts'

const Cursor = v.object({ before: v.string(), before_id: v.string() })

/** One page of stories, newest first, and where the next one begins: `list_stories()` in the database. */
const StoryList = v.object({ stories: v.array(PostSummary), next: v.nullable(Cursor) })

export type StoryList = v.InferOutput<typeof StoryList>

const Time = v.pipe(v.string(), v.isoTimestamp())

/** The filter and page of the section "Stories". */
export interface StoryQuery {
  tag: string | null
  /** Only the viewer's own, in any status. */
  isMine: boolean
  before: string | null
  beforeId: string | null
}

/** Reads `/?stories=all&tag=…&before=…`; null for the home page itself. A broken cursor means the first page. */
export function findStoryQuery({ searchParams }: Pick<URL, 'searchParams'>): StoryQuery | null {
  const stories = searchParams.get('stories')
  if (stories !== 'all' && stories !== 'mine') return null
  const [tag, before, beforeId] = ['tag', 'before', 'before_id'].map((name) => searchParams.get(name))
  const hasCursor = v.is(Time, before) && /^[a-z0-9]{1,40}$/.test(beforeId ?? '')
  return {
    tag: tag && isStorable(tag) ? tag.slice(0, 40).toLowerCase() : null,
    isMine: stories === 'mine',
    before: hasCursor ? (before ?? null) : null,
    beforeId: hasCursor ? (beforeId ?? null) : null,
  }
}

/** Returns the URL of a page of stories. */
export function storiesUrl({ tag, isMine }: Pick<StoryQuery, 'tag' | 'isMine'>, next?: StoryList['next']): string {
  const search = new URLSearchParams({ stories: isMine ? 'mine' : 'all', ...(tag && { tag }), ...next })
  return `${href('/')}?${search}`
}

export async function getStoryList(supabase: Supabase, query: StoryQuery): Promise<StoryList> {
  const { tag, isMine, before, beforeId } = query
  const reply = await supabase.rpc('list_stories', {
    mine: isMine,
    ...(tag !== null && { tag }),
    ...(before !== null && { before }),
    ...(beforeId !== null && { before_id: beforeId }),
  })
  return v.parse(StoryList, takeData(reply))
}
