import { categories, groupIds, groups, listCategoriesOf } from '#app/features/categories/categories.ts'
import { CategoryIcon } from '#app/features/categories/category-icon.tsx'
import { FieldError } from '#app/ui/forms/field.tsx'
import { type SpotFormSectionProps, spotFieldId } from './spot-form-section.ts'
import './spot-form.css'

/** The 24 categories in their seven groups, all visible. */
export function SpotCategoryField({ fields, errors, onChange }: SpotFormSectionProps) {
  const id = spotFieldId('category')
  return (
    <fieldset id={id} className="field category-field" aria-describedby={errors.category ? `${id}-error` : undefined}>
      <legend className="field-label">Which category fits best?</legend>
      {groupIds.map((group) => (
        <fieldset key={group} aria-label={groups[group]} className="category-group">
          {listCategoriesOf(group).map((category) => (
            <label key={category} className="chip category-choice">
              <input
                type="radio"
                name="category"
                value={category}
                className="sr-only"
                checked={fields.category === category}
                onChange={() => onChange({ category })}
              />
              <CategoryIcon category={category} size={18} />
              {categories[category].name}
            </label>
          ))}
        </fieldset>
      ))}
      <FieldError id={`${id}-error`}>{errors.category}</FieldError>
    </fieldset>
  )
}
