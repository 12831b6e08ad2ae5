import * as v from 'valibot'
import { categories, isCategoryId } from '#app/features/categories/categories.ts'
import { precisions, visibilities } from '../form/spot-form-audience.tsx'
import { accesses } from '../form/spot-form-schema.ts'

/** The changed columns of a spot with their values before and after, as revisions and suggestions hold them. */
export const SpotChanges = v.record(v.string(), v.object({ from: v.unknown(), to: v.unknown() }))
export type SpotChanges = v.InferOutput<typeof SpotChanges>

/** The labels of the fields in the order of the form. A position is one field with two columns. */
export const FIELD_LABELS = {
  title: 'Title',
  category: 'Category',
  position: 'Position',
  description: 'Description',
  tags: 'Tags',
  address: 'Address',
  website: 'Website',
  access: 'Access',
  photos: 'Photos',
  cover_photo_id: 'Cover',
  visibility: 'Who may see it',
  precision: 'Shown position',
  status: 'Status',
} as const

export type ChangedField = keyof typeof FIELD_LABELS

const statuses: Record<string, string> = {
  published: 'Open',
  closed: 'Closed for good',
  removed: 'Removed by a moderator',
  pending: 'Waiting for review',
  draft: 'Draft',
}

/** Lists the changed fields in the order of the form. A new photo that becomes the cover counts once. */
export function listChangedFields(changes: SpotChanges): ChangedField[] {
  const fields = Object.keys(FIELD_LABELS) as ChangedField[]
  return fields.filter((field) => {
    if (field === 'cover_photo_id' && 'photos' in changes) return false
    return columnsOf(field).some((column) => column in changes)
  })
}

/** Returns the columns of a field. */
export function columnsOf(field: ChangedField): string[] {
  return field === 'position' ? ['lng', 'lat'] : [field]
}

/** Returns true for fields whose values are chosen from a list, which are not compared word by word. */
export function isChosenField(field: ChangedField): boolean {
  return ['category', 'access', 'visibility', 'precision', 'status'].includes(field)
}

/** Returns a value as members read it. */
export function writeValue(field: ChangedField, value: unknown): string {
  if (Array.isArray(value)) return value.map(String).join(', ')
  const text = value === null || value === undefined ? '' : String(value)
  if (field === 'category') return isCategoryId(text) ? categories[text].name : text
  if (field === 'status') return statuses[text] ?? text
  if (field === 'access') return find(accesses, text) ?? text
  if (field === 'visibility') return find(visibilities, text)?.label ?? text
  if (field === 'precision') return find(precisions, text)?.label ?? text
  return text
}

function find<Value>(values: Record<string, Value>, name: string): Value | undefined {
  return Object.hasOwn(values, name) ? values[name] : undefined
}
