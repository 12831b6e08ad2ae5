import { compareTexts, type TextDifference } from '#app/features/history/compare-texts.ts'
import { storyVisibilities } from '#app/features/posts/compose/draft/story-fields.ts'
import type { StoryRevision } from './story-history-page.ts'

type Changes = StoryRevision['changes']

/** The names of the fields of a story that are compared word by word. */
const FIELDS: Record<string, string> = {
  title: 'Title',
  summary: 'Summary',
  body: 'Text',
  tags: 'Tags',
  visibility: 'Who can read it',
  status: 'Status',
}

/** The fields whose values are ids, which say nothing to a reader. */
const ID_FIELDS: Record<string, string> = { cover_photo_id: 'Cover changed', city_id: 'City changed' }

/** Compares the texts of a change, field by field. */
export function compareStoryTexts(changes: Changes): { label: string; difference: TextDifference }[] {
  return Object.entries(FIELDS).flatMap(([field, label]) => {
    const change = changes[field]
    return change ? [{ label, difference: compareTexts(toText(field, change.from), toText(field, change.to)) }] : []
  })
}

/** Lists in words what else has changed. */
export function listOtherStoryChanges(changes: Changes): string[] {
  return Object.entries(ID_FIELDS).flatMap(([field, words]) => (changes[field] ? [words] : []))
}

function toText(field: string, value: unknown): string {
  if (Array.isArray(value)) return value.join(', ')
  const text = String(value ?? '')
  if (field !== 'visibility') return text
  return Object.entries(storyVisibilities).find(([id]) => id === text)?.[1].label ?? text
}
