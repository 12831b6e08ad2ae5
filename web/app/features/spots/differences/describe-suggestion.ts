import { FIELD_LABELS, listChangedFields, type SpotChanges } from './spot-changes.ts'

/** The kinds of suggestions. */
export const SUGGESTION_KINDS = ['edit', 'closed', 'moved', 'duplicate'] as const

const lists = new Intl.ListFormat('en')

/** Returns the names of the fields that a suggestion changes, such as "Title and Access". */
export function describeSuggestion({
  kind,
  changes,
}: {
  kind: (typeof SUGGESTION_KINDS)[number]
  changes: SpotChanges
}): string {
  if (kind === 'closed') return 'Closed for good'
  if (kind === 'moved') return 'Moved elsewhere'
  if (kind === 'duplicate') return 'Duplicate of another spot'
  return lists.format(listChangedFields(changes).map((field) => FIELD_LABELS[field]))
}
