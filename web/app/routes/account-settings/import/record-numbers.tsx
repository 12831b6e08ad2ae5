import { RECORD_KINDS } from '#app/features/imports/reading/archive/own-records.ts'
import { formatNumber } from '#app/lib/format/numbers.ts'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import { describeRecords } from './choose-records.tsx'
import type { FoundImport } from './import-data.server.ts'
import { importUrl } from './import-url.ts'

const OUTCOMES: { state: string; one?: string; words: string }[] = [
  { state: 'created', words: 'restored' },
  { state: 'waiting', words: 'still to be restored: a site accepts only a limited number per hour' },
  { state: 'known', one: 'skipped: you have it already', words: 'skipped: you have them already' },
  { state: 'failed', words: 'not restored: each says why' },
  {
    state: 'kept',
    one: 'kept: others have answered, or you have changed it',
    words: 'kept: others have answered, or you have changed them',
  },
]

/** The outcome of importing the comments, follows, blocks and settings of an archive. */
export function RecordNumbers({ found: { id, records } }: { found: FoundImport }) {
  return RECORD_KINDS.flatMap((kind) =>
    OUTCOMES.flatMap(({ state, one, words }) => {
      const count = records[`${kind} ${state}`] ?? 0
      if (count === 0) return []
      const [, noun] = describeRecords(kind, count).split(' ')
      return (
        <li key={`${kind} ${state}`}>
          <span className="title text-h3">{formatNumber(count)}</span>
          <span>{`${noun} ${count === 1 && one ? one : words}`}</span>
          <TextLink to={importUrl(id, { records: state })}>Show</TextLink>
        </li>
      )
    }),
  )
}
