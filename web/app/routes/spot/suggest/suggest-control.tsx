import { categories, groupIds, groups, listCategoriesOf } from '#app/features/categories/categories.ts'
import { FIELD_LABELS } from '#app/features/spots/differences/spot-changes.ts'
import { accesses } from '#app/features/spots/form/spot-form-schema.ts'
import { type SpotFormSectionProps, spotFieldId } from '#app/features/spots/form/spot-form-section.ts'
import { CONTENT_LIMITS } from '#app/lib/content-limits.ts'
import { SelectField } from '#app/ui/forms/choices/select-field.tsx'
import { TextAreaField } from '#app/ui/forms/text/text-area-field.tsx'
import { TextField } from '#app/ui/forms/text/text-field.tsx'
import { SpotEditPlace } from '../edit/spot-edit-place.tsx'
import type { SuggestedField } from './suggest-fields.ts'

/** The control of one field. */
export function SuggestControl({ field, part }: { field: SuggestedField; part: SpotFormSectionProps }) {
  const { fields, errors, onChange } = part
  const shared = {
    id: spotFieldId(field),
    label: FIELD_LABELS[field],
    name: field,
    value: fields[field],
    error: errors[field],
    onChange: (event: { currentTarget: { value: string } }) => onChange({ [field]: event.currentTarget.value }),
  }
  if (field === 'position') return <SpotEditPlace part={part} />
  if (field === 'category') return <SelectField {...shared}>{categoryOptions}</SelectField>
  if (field === 'access') return <SelectField {...shared}>{accessOptions}</SelectField>
  if (field === 'description')
    return <TextAreaField {...shared} rows={6} maxLength={CONTENT_LIMITS['spots.description']} />
  if (field === 'tags') return <TextField {...shared} hint="Separated by commas." autoComplete="off" />
  return <TextField {...shared} maxLength={CONTENT_LIMITS[`spots.${field}`]} autoComplete="off" />
}

const categoryOptions = groupIds.map((group) => (
  <optgroup key={group} label={groups[group]}>
    {listCategoriesOf(group).map((category) => (
      <option key={category} value={category}>
        {categories[category].name}
      </option>
    ))}
  </optgroup>
))

const accessOptions = Object.entries(accesses).map(([value, label]) => (
  <option key={value} value={value}>
    {label}
  </option>
))
