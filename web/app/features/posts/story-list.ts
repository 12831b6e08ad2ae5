import * as v from 'valibot'
import { type Supabase, takeData } from '#app/lib/supabase.ts'
import { PostSummary } from './post-summary.ts'
import type { StoryQuery } from './story-query.ts'

const Cursor = v.object({ before: v.string(), before_id: v.string() })

/** One page of stories, newest first, and where the next one begins: `list_stories()` in the database. */
const StoryList = v.object({ stories: v.array(PostSummary), next: v.nullable(Cursor) })

export type StoryList = v.InferOutput<typeof StoryList>

/** Returns a page of the stories that the viewer may see. */
export async function getStoryList(supabase: Supabase, query: StoryQuery): Promise<StoryList> {
  const { tag, isMine, before, beforeId } = query
  const response = await supabase.rpc('list_stories', {
    mine: isMine,
    ...(tag !== null && { tag }),
    ...(before !== null && { before }),
    ...(beforeId !== null && { before_id: beforeId }),
  })
  return v.parse(StoryList, takeData(response))
}
