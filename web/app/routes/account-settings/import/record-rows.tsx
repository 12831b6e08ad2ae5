import { Row } from '#app/ui/layout/row.tsx'
import type { ImportRecord } from './import-data.server.ts'
import { SHOWN_ROWS } from './import-url.ts'
import { MoreRows } from './result-rows.tsx'

const KIND_LABELS: Record<string, string> = { comment: 'Comment', follow: 'Follow', block: 'Block', setting: 'Setting' }

/** The comments, follows, blocks and settings of an archive, each with its reason if it was not restored. */
export function RecordRows({ records }: { records: ImportRecord[] }) {
  return (
    <>
      <ul className="import-past" aria-label="Other entries of the archive">
        {records.slice(0, SHOWN_ROWS).map(({ number, kind, name, reason }) => (
          <Row
            key={number}
            title={<span dir="auto">{name}</span>}
            note={[KIND_LABELS[kind] ?? kind, reason].filter(Boolean).join(' · ')}
          />
        ))}
      </ul>
      {records.length > SHOWN_ROWS && <MoreRows />}
    </>
  )
}
