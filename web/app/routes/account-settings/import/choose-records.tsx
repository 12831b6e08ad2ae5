import {
  type ArchivedRecord,
  RECORD_KINDS,
  type RecordKind,
} from '#app/features/imports/reading/archive/own-records.ts'
import { formatCount } from '#app/lib/format/numbers.ts'
import { Checkbox } from '#app/ui/forms/choices/checkbox.tsx'

/** Counts records of a kind in words: "12 comments". */
export function describeRecords(kind: RecordKind, count: number): string {
  return formatCount(count, kind)
}

const HINTS: Partial<Record<RecordKind, string>> = {
  comment: 'Everyone who can see the place or story can read them. Nobody is notified.',
  follow: 'Of members, cities and lists that are on this site. Nobody is notified.',
  setting: 'Notifications, daily digest and profile with its picture. Existing values in your profile are kept.',
}

/** Checkboxes for the comments, follows, blocks and settings of an archive. */
export function ChooseRecords({
  records,
  chosen,
  onChoose,
}: {
  records: ArchivedRecord[]
  chosen: RecordKind[]
  onChoose: (chosen: RecordKind[]) => void
}) {
  return RECORD_KINDS.map((kind) => {
    const count = records.filter((record) => record.kind === kind).length
    if (count === 0) return null
    return (
      <Checkbox
        key={kind}
        label={`Restore ${describeRecords(kind, count)}`}
        hint={HINTS[kind]}
        checked={chosen.includes(kind)}
        onChange={({ currentTarget: { checked } }) =>
          onChoose(checked ? [...chosen, kind] : chosen.filter((other) => other !== kind))
        }
      />
    )
  })
}
