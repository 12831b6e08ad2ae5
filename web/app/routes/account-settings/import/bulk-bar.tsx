import { type Ref, useState } from 'react'
import { type CategoryId, categories, categoryIds } from '#app/features/categories/categories.ts'
import type { DraftRow } from '#app/features/imports/draft-rows.ts'
import { formatCount } from '#app/lib/format/numbers.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { SelectField } from '#app/ui/forms/choices/select-field.tsx'
import { TextField } from '#app/ui/forms/text/text-field.tsx'

/** Changes the selected rows of the preview, or all while none is selected. */
export function BulkBar({
  count,
  categoryRef,
  onChange,
  onCategoryEnd,
  onClear,
}: {
  count: number
  categoryRef: Ref<HTMLSelectElement>
  onChange: (changes: Partial<DraftRow>) => void
  /** Called when a category was chosen or the choice was left by Escape. */
  onCategoryEnd: () => void
  onClear: () => void
}) {
  const [list, setList] = useState('')
  return (
    <fieldset className="import-bulk">
      <legend>{count === 0 ? 'Change all rows' : `Change ${formatCount(count, 'selected row')}`}</legend>
      <SelectField
        label="Category"
        value=""
        ref={categoryRef}
        onChange={(event) => {
          onChange({ category: event.currentTarget.value as CategoryId })
          onCategoryEnd()
        }}
        onKeyDown={(event) => event.key === 'Escape' && onCategoryEnd()}
      >
        <option value="">Choose…</option>
        {categoryIds.map((id) => (
          <option key={id} value={id}>
            {categories[id].name}
          </option>
        ))}
      </SelectField>
      <TextField label="List" maxLength={120} value={list} onInput={(event) => setList(event.currentTarget.value)} />
      <Button onClick={() => onChange({ list })}>Set list</Button>
      <Button onClick={() => onChange({ isSkipped: true })}>Skip</Button>
      <Button onClick={() => onChange({ isSkipped: false })}>Include</Button>
      {count > 0 && <Button onClick={onClear}>Clear</Button>}
    </fieldset>
  )
}
