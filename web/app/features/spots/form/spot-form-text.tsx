import { CONTENT_LIMITS } from '#app/lib/content-limits.ts'
import { Tag } from '#app/ui/display/tag.tsx'
import { SelectField } from '#app/ui/forms/choices/select-field.tsx'
import { TextField } from '#app/ui/forms/text/text-field.tsx'
import { parseTags } from '../spot-tags.ts'
import { SpotCategoryField } from './spot-form-category.tsx'
import { SpotDescriptionField } from './spot-form-description.tsx'
import { accesses } from './spot-form-schema.ts'
import { type SpotFormSectionProps, spotFieldId } from './spot-form-section.ts'

/** The fields for name, category, description, tags, address, website and access of a spot. */
export function SpotWordsFields(part: SpotFormSectionProps) {
  const { fields, errors, onChange } = part
  return (
    <div className="spot-form-fields">
      <TextField
        id={spotFieldId('title')}
        label="What is it called?"
        name="title"
        maxLength={CONTENT_LIMITS['spots.title']}
        value={fields.title}
        error={errors.title}
        hint="As people there call it."
        autoComplete="off"
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
      <SpotCategoryField {...part} />
      <SpotDescriptionField {...part} />
      <SpotTagsField {...part} />
      <TextField
        id={spotFieldId('address')}
        label="Address"
        optional
        name="address"
        maxLength={CONTENT_LIMITS['spots.address']}
        value={fields.address}
        error={errors.address}
        hint={fields.precision === 'area' ? 'Only you and the moderators see it.' : undefined}
        autoComplete="off"
        onChange={(event) => onChange({ address: event.currentTarget.value })}
      />
      <TextField
        id={spotFieldId('website')}
        label="Website"
        optional
        name="website"
        inputMode="url"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={CONTENT_LIMITS['spots.website']}
        value={fields.website}
        error={errors.website}
        onChange={(event) => onChange({ website: event.currentTarget.value })}
      />
      <SelectField
        id={spotFieldId('access')}
        label="Who gets in?"
        name="access"
        value={fields.access}
        error={errors.access}
        onChange={(event) => onChange({ access: event.currentTarget.value })}
      >
        {Object.entries(accesses).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
    </div>
  )
}

function SpotTagsField({ fields, errors, onChange }: SpotFormSectionProps) {
  const { tags } = parseTags(fields.tags)
  return (
    <div>
      <TextField
        id={spotFieldId('tags')}
        label="Tags"
        optional
        name="tags"
        value={fields.tags}
        error={errors.tags}
        hint="Up to twelve tags, separated by commas: view, free, at dusk."
        autoComplete="off"
        autoCapitalize="off"
        onChange={(event) => onChange({ tags: event.currentTarget.value })}
      />
      {tags.length > 0 && (
        <p className="spot-form-tags" aria-hidden="true">
          {tags.slice(0, 12).map((tag) => (
            <Tag key={tag}>{tag}</Tag>
          ))}
        </p>
      )}
    </div>
  )
}
