import { type SubmitEvent, useId } from 'react'
import type { SpotFilter } from '#app/features/explore/filters/spot-filter.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { Dialog } from '#app/ui/dialogs/dialog.tsx'
import { FilterFields } from './filter-fields.tsx'
import { clearPanel, readPanel } from './panel-filter.ts'

/** All filters in one form. Nothing changes until it is submitted. */
export function FilterPanel({
  filter,
  onApply,
  onClose,
}: {
  filter: SpotFilter
  onApply: (filter: SpotFilter) => void
  onClose: () => void
}) {
  const formId = useId()
  const apply = (wanted: SpotFilter) => {
    onClose()
    onApply(wanted)
  }
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    apply(readPanel(new FormData(event.currentTarget), filter))
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="Filters"
      side="end"
      actions={
        <>
          <Button onClick={() => apply(clearPanel(filter))}>Clear all</Button>
          <Button variant="primary" type="submit" form={formId}>
            Show these spots
          </Button>
        </>
      }
    >
      <form id={formId} className="explore-panel" onSubmit={handleSubmit}>
        <FilterFields filter={filter} />
      </form>
    </Dialog>
  )
}
