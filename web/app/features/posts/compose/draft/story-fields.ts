import * as v from 'valibot'
import { PhotoSummary } from '#app/features/media/photo-summary.ts'
import { CitySummary } from '#app/features/spots/city-summary.ts'
import { PublicationStatus, SpotSummary, Visibility } from '#app/features/spots/spot-summary.ts'
import { parseTags } from '#app/features/spots/spot-tags.ts'
import { CONTENT_LIMITS } from '#app/lib/content-limits.ts'
import { limitedText } from '#app/lib/limited-text.ts'
import { isLocalCover } from '../cover/local-cover.ts'

/** The maximum length of the summary, which fits into lists, emails and link previews. */
export const SUMMARY_LENGTH = 200

const Uuid = v.pipe(v.string(), v.uuid())

/** A story as `save_story()` and `publish_story()` read it. */
const Story = v.object({
  title: v.string(),
  summary: v.string(),
  body: v.string(),
  tags: v.array(v.string()),
  cover_photo_id: v.nullable(v.string()),
  visibility: Visibility,
})

/** The data of the story editor: `story_editor()` in the database. */
export const StoryEditorPage = v.object({
  id: v.string(),
  slug: v.string(),
  status: PublicationStatus,
  author_id: v.nullable(v.string()),
  version: v.number(),
  base_version: v.nullable(v.number()),
  saved_at: v.string(),
  is_outdated: v.boolean(),
  story: Story,
  city: v.nullable(CitySummary),
  spots: v.array(SpotSummary),
  photos: v.array(PhotoSummary),
  next_status: PublicationStatus,
})

export type StoryEditorPage = v.InferOutput<typeof StoryEditorPage>

/**
 * The fields of the form as text. `city` is a slug. `cover` is the id of a photo, or the local key of a photo on this
 * device. Both may be empty.
 */
export const StoryFields = v.object({
  title: v.string(),
  summary: v.string(),
  body: v.string(),
  tags: v.string(),
  city: v.string(),
  cover: v.string(),
  visibility: v.string(),
})

export type StoryFields = v.InferOutput<typeof StoryFields>

export const EMPTY_STORY: StoryFields = {
  title: '',
  summary: '',
  body: '',
  tags: '',
  city: '',
  cover: '',
  visibility: 'public',
}

/** Labels of the visibility options. */
export const storyVisibilities: Record<v.InferOutput<typeof Visibility>, { label: string; hint: string }> = {
  public: { label: 'Everyone', hint: 'Also in search and feeds' },
  members: { label: 'Members', hint: 'Anyone with an account' },
  link: { label: 'With the link', hint: 'Not in lists or search' },
  private: { label: 'Only me', hint: 'Not published' },
}

const tags = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const { tags, problem } = parseTags(dataset.value)
    if (problem) addIssue({ message: problem })
    return problem ? NEVER : tags
  }),
)
const orNull = v.transform((text: string) => (text === '' ? null : text))

/** Parses the fields into the argument of `save_story()`. Everything may be empty in a draft. */
export const StoryInput = v.pipe(
  v.object({
    title: limitedText('posts.title'),
    summary: limitedText('posts.summary'),
    body: limitedText('posts.body'),
    tags,
    city: v.pipe(v.string(), v.maxLength(200), orNull),
    cover: v.union([
      v.pipe(
        v.literal(''),
        v.transform(() => null),
      ),
      Uuid,
    ]),
    visibility: Visibility,
  }),
  v.transform(({ cover, ...story }) => ({ ...story, cover_photo_id: cover })),
)

export type StoryInput = v.InferOutput<typeof StoryInput>

/** Returns the fields of a stored story. */
export function toStoryFields({ story, city }: Pick<StoryEditorPage, 'story' | 'city'>): StoryFields {
  const { tags, cover_photo_id, ...texts } = story
  return {
    // In the order of the fields of a form, with which they are compared as JSON.
    ...EMPTY_STORY,
    ...texts,
    title: texts.title === UNTITLED ? '' : texts.title,
    tags: tags.join(', '),
    city: city?.slug ?? '',
    cover: cover_photo_id ?? '',
  }
}

/** Returns true if the server has exactly these fields. */
export function isVersionOf(page: Pick<StoryEditorPage, 'story' | 'city'>, fields: StoryFields): boolean {
  return describeDraft(toStoryFields(page)) === describeDraft(fields)
}

/** The server removes spaces around texts. */
function describeDraft(fields: StoryFields): string {
  const { title, summary, body, ...others } = toDraftInput(fields)
  return JSON.stringify([title.trim(), summary.trim(), body.trim(), others])
}

/** The title of drafts that have none: `private.clean_story` in the database. */
const UNTITLED = 'Untitled story'

/** Returns fields, possibly unfinished, as a draft. Values that cannot be saved are shortened or left out. */
export function toDraftInput(fields: StoryFields): StoryInput {
  const { tags } = parseTags(fields.tags)
  return {
    title: fields.title.slice(0, CONTENT_LIMITS['posts.title']),
    summary: fields.summary.slice(0, CONTENT_LIMITS['posts.summary']),
    body: fields.body.slice(0, CONTENT_LIMITS['posts.body']),
    tags: tags.filter((tag) => [...tag].length <= 32).slice(0, 12),
    city: fields.city || null,
    cover_photo_id: isLocalCover(fields.cover) ? null : fields.cover || null,
    visibility: v.parse(v.fallback(Visibility, 'public'), fields.visibility),
  }
}
