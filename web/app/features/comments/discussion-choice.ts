import * as v from 'valibot'
import { isTimestamp } from '#app/lib/is-timestamp.ts'

/** The orders of reviews. The first is the default. */
export const reviewSorts = ['newest', 'oldest', 'highest', 'lowest'] as const
type ReviewSort = (typeof reviewSorts)[number]

/** The orders of comments. The first is the default. */
export const commentSorts = ['oldest', 'newest'] as const
type CommentSort = (typeof commentSorts)[number]

const Uuid = v.pipe(v.string(), v.uuid())
const Time = v.pipe(v.string(), v.check(isTimestamp))

/** The cursor of the next page of comments: time and id of the last one. */
export const CommentCursor = v.tuple([Time, Uuid])
/** The cursor of the next page of reviews: rating, time and id of the last one. */
export const ReviewCursor = v.tuple([v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(5)), Time, Uuid])

/** The sorting, filter and page of reviews and comments, as the parameters of `discussion_page()` in the database. */
export interface DiscussionChoice {
  comments: CommentSort
  comments_after: v.InferOutput<typeof CommentCursor> | null
  /** The comment that the URL links to. */
  comment: string | null
  reviews: ReviewSort
  reviews_after: v.InferOutput<typeof ReviewCursor> | null
  rating: number | null
  photos: boolean
  /** The review that the URL links to. */
  review: string | null
}

export const defaultChoice: DiscussionChoice = {
  comments: 'oldest',
  comments_after: null,
  comment: null,
  reviews: 'newest',
  reviews_after: null,
  rating: null,
  photos: false,
  review: null,
}

/** The names of the parameters, which the rest of the page ignores. */
const NAMES: Record<keyof DiscussionChoice, string> = {
  comments: 'comments',
  comments_after: 'comments-after',
  comment: 'comment',
  reviews: 'reviews',
  reviews_after: 'reviews-after',
  rating: 'rating',
  photos: 'photos',
  review: 'review',
}

/** Reads the choice from a URL. Invalid parameters count as missing. */
export function readDiscussionChoice(search: URLSearchParams): DiscussionChoice {
  const read = <T>(key: keyof DiscussionChoice, parse: (text: string) => T | undefined, fallback: T): T => {
    const text = search.get(NAMES[key])
    return text === null ? fallback : (parse(text) ?? fallback)
  }
  const oneOf =
    <T extends string>(known: readonly T[]) =>
    (text: string) =>
      known.find((one) => one === text)
  const uuid = (text: string) => (v.is(Uuid, text) ? text : undefined)
  return {
    comments: read('comments', oneOf(commentSorts), 'oldest'),
    comments_after: read('comments_after', (text) => parseCursor(CommentCursor, text.split('_')), null),
    comment: read('comment', uuid, null),
    reviews: read('reviews', oneOf(reviewSorts), 'newest'),
    reviews_after: read(
      'reviews_after',
      (text) => parseCursor(ReviewCursor, [Number(text.split('_')[0]), ...text.split('_').slice(1)]),
      null,
    ),
    rating: read('rating', (text) => (/^[1-5]$/.test(text) ? Number(text) : undefined), null),
    photos: read('photos', (text) => text === 'true', false),
    review: read('review', uuid, null),
  }
}

function parseCursor<Schema extends v.GenericSchema>(
  schema: Schema,
  parts: unknown,
): v.InferOutput<Schema> | undefined {
  const parsed = v.safeParse(schema, parts)
  return parsed.success ? parsed.output : undefined
}

/** Returns true for the choice that the page shows without parameters. */
export function isDefaultChoice(choice: DiscussionChoice): boolean {
  return JSON.stringify(choice) === JSON.stringify(defaultChoice)
}

/** Returns the link to a comment on the page of the list that contains it; everything else in the URL stays. */
export function linkComment(search: URLSearchParams, id: string): string {
  const choice = { ...readDiscussionChoice(search), comments_after: null, comment: id }
  return linkChoice(search, choice, `comment-${id}`)
}

/** Returns the link to another choice; everything else in the URL stays. */
export function linkChoice(search: URLSearchParams, choice: DiscussionChoice, hash: string): string {
  const parameters = new URLSearchParams(search)
  for (const key of Object.keys(NAMES) as (keyof DiscussionChoice)[]) {
    const value = choice[key]
    if (value === defaultChoice[key] || value === null) parameters.delete(NAMES[key])
    else parameters.set(NAMES[key], Array.isArray(value) ? value.join('_') : String(value))
  }
  return `?${parameters}#${hash}`
}
