import { useState } from 'react'
import type { TableColumns, TableField, TableReading } from '#app/features/imports/reading/read-place.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { SelectField } from '#app/ui/forms/choices/select-field.tsx'

const FIELD_LABELS: Record<TableField, string> = {
  title: 'Name',
  lat: 'Latitude',
  lng: 'Longitude',
  position: 'Position or link in one column',
  description: 'Description',
  address: 'Address',
  website: 'Website',
  category: 'Category',
  tags: 'Tags',
  list: 'List',
}
const NONE = ''

/** The guessed columns of a table. When they are corrected, the file is read again. */
export function ChooseColumns({
  table,
  onColumns,
}: {
  table: TableReading
  onColumns: (columns: TableColumns) => void
}) {
  const [columns, setColumns] = useState(table.columns)
  const choose = (field: TableField, value: string) => {
    const { [field]: _, ...rest } = columns
    setColumns(value === NONE ? rest : { ...rest, [field]: Number(value) })
  }
  return (
    <details className="import-columns" open={Object.keys(table.columns).length === 0 || undefined}>
      <summary>Which column is what?</summary>
      <div className="import-column-fields">
        {(Object.keys(FIELD_LABELS) as TableField[]).map((field) => (
          <SelectField
            key={field}
            label={FIELD_LABELS[field]}
            value={String(columns[field] ?? NONE)}
            onChange={(event) => choose(field, event.currentTarget.value)}
          >
            <option value={NONE}>None</option>
            {table.headers.map((header, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a column is its index, and names may repeat
              <option key={index} value={index}>
                {`${header || `Column ${index + 1}`}: ${(table.sample[0]?.[index] ?? '').slice(0, 30)}`}
              </option>
            ))}
          </SelectField>
        ))}
      </div>
      <Button onClick={() => onColumns(columns)}>Read again</Button>
    </details>
  )
}
