import * as v from 'valibot'
import { PublicationStatus } from '#app/features/spots/spot-summary.ts'
import { findData, type Supabase, takeData } from '#app/lib/supabase.ts'
import { StoryEditorPage, type StoryInput } from './story-fields.ts'

/** Identifies a story and the version that the writer has. A new story has only a key. */
export interface StoryIdentity {
  id: string | null
  submissionKey: string
  version: number | null
  baseVersion: number | null
}

const SavedStory = v.object({
  id: v.string(),
  slug: v.string(),
  status: PublicationStatus,
  version: v.number(),
  base_version: v.nullable(v.number()),
  saved_at: v.string(),
})

const PublishedStory = v.object({ id: v.string(), slug: v.string(), status: PublicationStatus })

export type SavedStory = v.InferOutput<typeof SavedStory>
export type PublishedStory = v.InferOutput<typeof PublishedStory>

/** Saves a draft. Throws a DataError: PT409 if another tab has saved a newer version. */
export async function saveStory(supabase: Supabase, story: StoryInput, identity: StoryIdentity): Promise<SavedStory> {
  return v.parse(SavedStory, takeData(await supabase.rpc('save_story', toArguments(story, identity))))
}

/** Publishes a story, or sends it to the moderators. Throws a DataError like {@link saveStory}. */
export async function publishStory(
  supabase: Supabase,
  story: StoryInput,
  identity: StoryIdentity,
): Promise<PublishedStory> {
  return v.parse(PublishedStory, takeData(await supabase.rpc('publish_story', toArguments(story, identity))))
}

/** Returns a story for its author or a moderator, by slug or id; null for others. */
export async function findStoryEditor(supabase: Supabase, address: string): Promise<StoryEditorPage | null> {
  const page = findData(await supabase.rpc('story_editor', { address }))
  return page === null ? null : v.parse(StoryEditorPage, page)
}

/** Deletes a story of the viewer with its photos and comments. Returns false if there is none. */
export async function deleteStory(supabase: Supabase, id: string): Promise<boolean> {
  return findData(await supabase.from('posts').delete().eq('id', id).select('id').maybeSingle()) !== null
}

function toArguments(story: StoryInput, { id, submissionKey, version, baseVersion }: StoryIdentity) {
  return {
    story,
    submission_key: submissionKey,
    ...(id !== null && { post_id: id }),
    ...(version !== null && { version }),
    ...(baseVersion !== null && { base_version: baseVersion }),
  }
}
