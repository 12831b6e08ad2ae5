import { PageForm } from '#app/platform/navigation/page-form.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { Row } from '#app/ui/layout/row.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import { describePhotos } from './describe-photos.ts'
import type { ImportRow } from './import-data.server.ts'
import { SHOWN_ROWS } from './import-url.ts'

const CAN_UNDO = ['created', 'saved', 'known', 'pinless']

/** The outcome of each row, with the reason. Each row can be undone. */
export function ResultRows({ rows, importId, canUndo }: { rows: ImportRow[]; importId: string; canUndo: boolean }) {
  return (
    <>
      <Rows rows={rows.slice(0, SHOWN_ROWS)} importId={importId} canUndo={canUndo} />
      {rows.length > SHOWN_ROWS && <MoreRows />}
    </>
  )
}

/** Says that a list of results is not complete. */
export function MoreRows() {
  return <p className="text-small text-ink-2">The first {SHOWN_ROWS} are shown. The CSV file above contains all.</p>
}

function Rows({ rows, importId, canUndo }: { rows: ImportRow[]; importId: string; canUndo: boolean }) {
  return (
    <ul className="import-past" aria-label="Rows of the import">
      {rows.map(({ number, title, reason, state, spot_id, found_as, import_photos }) => (
        <Row
          key={number}
          title={spot_id ? <TextLink to={`/spot/${spot_id}`}>{title}</TextLink> : <span dir="auto">{title}</span>}
          note={[found_as && `Found by name: ${found_as}`, reason, ...describePhotos(import_photos)]
            .filter(Boolean)
            .join(' · ')}
          actions={
            canUndo && CAN_UNDO.includes(state) ? (
              <PageForm method="post">
                <input type="hidden" name="id" value={importId} />
                <input type="hidden" name="number" value={number} />
                <input type="hidden" name="show" value={state} />
                <Button type="submit" name="intent" value="undo-row" aria-label={`Undo ${title}`}>
                  Undo
                </Button>
              </PageForm>
            ) : undefined
          }
        />
      ))}
    </ul>
  )
}
