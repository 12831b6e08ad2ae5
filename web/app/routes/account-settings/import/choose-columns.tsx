import { useState } from 'react'
import type { FileReading, TableColumns, TableField, TableReading } from '#app/features/imports/reading/read-place.ts'
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

/** A table in the chosen files, and the columns that a person chose for it. */
export interface CorrectedTable {
  /** Its name, inside the archive if it is in one. */
  name: string
  chosenFile: number
  columns: TableColumns
}

/** The guessed columns of each table. When they are corrected, the files are read again. */
export function ChooseColumns({
  readings,
  onColumns,
}: {
  readings: FileReading[]
  onColumns: (table: CorrectedTable) => void
}) {
  const tables = readings.flatMap(({ file: name, table }) => (table ? [{ name, table }] : []))
  // A table whose columns were not recognised comes first.
  const [chosen, setChosen] = useState(() =>
    Math.max(
      0,
      tables.findIndex(({ table }) => isUnknown(table)),
    ),
  )
  const shown = tables[chosen] ?? tables[0]
  if (!shown) return null
  const { name, table } = shown
  return (
    <details className="import-columns" open={isUnknown(table) || undefined}>
      <summary>Which column is what?</summary>
      {tables.length > 1 && (
        <SelectField
          label="Table"
          value={String(tables.indexOf(shown))}
          onChange={(event) => setChosen(Number(event.currentTarget.value))}
        >
          {tables.map((other, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat
            <option key={index} value={index}>
              {other.name}
            </option>
          ))}
        </SelectField>
      )}
      <ColumnFields
        key={`${table.chosenFile} ${name}`}
        table={table}
        onColumns={(columns) => onColumns({ name, chosenFile: table.chosenFile, columns })}
      />
    </details>
  )
}

function isUnknown({ columns }: TableReading): boolean {
  return Object.keys(columns).length === 0
}

function ColumnFields({ table, onColumns }: { table: TableReading; onColumns: (columns: TableColumns) => void }) {
  const [columns, setColumns] = useState(table.columns)
  const choose = (field: TableField, value: string) => {
    const { [field]: _, ...rest } = columns
    setColumns(value === NONE ? rest : { ...rest, [field]: Number(value) })
  }
  return (
    <>
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
    </>
  )
}
