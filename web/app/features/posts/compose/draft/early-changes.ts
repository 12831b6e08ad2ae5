import type { StoryFields } from './story-fields.ts'

/**
 * Returns the copy on this device with what was typed since the form opened with the fields `first`. A text that was
 * typed follows that of the copy, if both differ from the one that was shown.
 */
export function addEarlyChanges(kept: StoryFields, first: StoryFields, typed: StoryFields): StoryFields {
  const names = Object.keys(first) as (keyof StoryFields)[]
  const changed = names.filter((name) => typed[name] !== first[name]).map((name) => [name, typed[name]])
  const fields: StoryFields = { ...kept, ...Object.fromEntries(changed) }
  const hasTwoTexts = typed.body !== first.body && kept.body !== first.body
  return hasTwoTexts ? { ...fields, body: `${kept.body}\n\n${typed.body}` } : fields
}
