import Bookmark from 'lucide-react/icons/bookmark'
import { type MouseEvent, useState } from 'react'
import { CategoryLabel } from '#app/features/categories/category-label.tsx'
import type { DraftRow } from '#app/features/imports/draft-rows.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { StateLabel } from './state-label.tsx'

const PAGE = 50

/** The rows of the preview, 50 more at a time. Shift selects a range. */
export function PreviewRows({
  rows,
  selected,
  onSelect,
}: {
  rows: DraftRow[]
  selected: ReadonlySet<number>
  onSelect: (selected: ReadonlySet<number>) => void
}) {
  const [shownCount, setShownCount] = useState(PAGE)
  const [last, setLast] = useState<number>()
  const select = (index: number, event: MouseEvent) => {
    const row = rows[index]
    if (!row) return
    const from = event.shiftKey && last !== undefined ? Math.min(last, index) : index
    const to = event.shiftKey && last !== undefined ? Math.max(last, index) : index
    const changed = new Set(selected)
    const isOn = !selected.has(row.number)
    for (const { number } of rows.slice(from, to + 1)) {
      if (isOn) changed.add(number)
      else changed.delete(number)
    }
    setLast(index)
    onSelect(changed)
  }
  return (
    <>
      <ul className="import-rows" aria-label="Places in your files">
        {rows.slice(0, shownCount).map((row, index) => (
          <li key={row.number} data-skipped={row.isSkipped || undefined}>
            <label className="import-row">
              <input
                type="checkbox"
                className="choice-box"
                checked={selected.has(row.number)}
                onClick={(event) => select(index, event)}
                onChange={() => undefined}
              />
              <span className="import-row-text">
                <span className="strong" dir="auto">
                  {row.title}
                </span>
                {row.isSkipped ? <span className="import-state">Skipped</span> : <StateLabel {...row} />}
              </span>
              {row.list && (
                <span className="import-row-list">
                  <Bookmark aria-label="List" />
                  <span dir="auto">{row.list}</span>
                </span>
              )}
              <CategoryLabel category={row.category} />
            </label>
          </li>
        ))}
      </ul>
      {rows.length > shownCount && (
        <Button
          onClick={() => setShownCount(shownCount + PAGE)}
        >{`Show more (${rows.length - shownCount} left)`}</Button>
      )}
    </>
  )
}
