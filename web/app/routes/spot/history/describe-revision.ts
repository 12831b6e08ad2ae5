import { FIELD_LABELS, listChangedFields } from '#app/features/spots/differences/spot-changes.ts'
import { capitalize } from '#app/lib/format/number-words.ts'
import { formatCount } from '#app/lib/format/numbers.ts'
import type { Revision } from './spot-history-page.ts'

/** Describes the changes of a revision: "Moved, changed title and access". */
export function describeRevision({ changes, restores }: Pick<Revision, 'changes' | 'restores'>): string {
  const fields = listChangedFields(changes)
  const words = fields.filter((field) => !['position', 'photos', 'status'].includes(field))
  const parts = [
    fields.includes('position') && 'moved',
    fields.includes('photos') && describePhotos(changes.photos),
    fields.includes('status') && describeStatus(changes.status?.to),
    words.length > 0 && `changed ${lists.format(words.map((field) => FIELD_LABELS[field].toLowerCase()))}`,
  ].filter((part) => part !== false)
  const sentence = capitalize(parts.join(', '))
  return restores === null ? sentence : `Restored: ${parts.join(', ')}`
}

const lists = new Intl.ListFormat('en')

function describePhotos(change: { from: unknown; to: unknown } | undefined): string {
  const count = (value: unknown) => (Array.isArray(value) ? value.length : 0)
  const [removed, added] = [count(change?.from), count(change?.to)]
  const parts = [
    added > 0 && `added ${formatCount(added, 'photo')}`,
    removed > 0 && `removed ${formatCount(removed, 'photo')}`,
  ]
  return parts.filter((part) => part !== false).join(', ')
}

function describeStatus(status: unknown): string {
  if (status === 'closed') return 'marked as closed for good'
  if (status === 'published') return 'opened again'
  if (status === 'removed') return 'removed from the map'
  return 'changed the status'
}
