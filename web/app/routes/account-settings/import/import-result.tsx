import { IMPORT_UNDO_DAYS } from '#app/lib/content-limits.ts'
import { days } from '#app/lib/durations.ts'
import { formatDay } from '#app/lib/format/dates.ts'
import { formatCount, formatNumber } from '#app/lib/format/numbers.ts'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { Progress } from '#app/ui/feedback/progress.tsx'
import { Steps } from '#app/ui/navigation/steps.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import { useRefresh } from '../use-refresh.ts'
import { ContinueSending } from './continue-sending.tsx'
import { ImportCommand } from './import-command.tsx'
import type { FoundImport, ImportRecord, ImportRow } from './import-data.server.ts'
import { IMPORT_STEPS, importUrl } from './import-url.ts'
import { RecordNumbers } from './record-numbers.tsx'
import { RecordRows } from './record-rows.tsx'
import { ResultRows } from './result-rows.tsx'
import { SendingPhotos } from './sending-photos.tsx'
import { StepTitle } from './step-title.tsx'
import { UndoImport } from './undo-import.tsx'

const REFRESH_MS = 1500
const CAN_SEND_PHOTOS = new Set(['running', 'paused', 'done'])

/** The progress of an import, and afterwards its numbers with links to the rows. */
export function ImportResult({
  found,
  rows,
  records,
  message,
  now,
}: {
  found: FoundImport
  rows: ImportRow[] | null
  records: ImportRecord[] | null
  message: string | undefined
  /** Epoch milliseconds of the request. */
  now: number
}) {
  const isRecent = now - Date.parse(found.created_at) < days(IMPORT_UNDO_DAYS)
  const isMoving = found.status === 'running' || found.status === 'undoing'
  useRefresh(isMoving || (found.status === 'done' && found.hasWaitingRecords), REFRESH_MS)
  return (
    <>
      <StepTitle takesFocus>{describeTitle(found)}</StepTitle>
      <p className="settings-lead" dir="auto">
        {`${found.name}, ${formatDay(found.created_at)}`}
      </p>
      <Steps
        label="Steps of the import"
        steps={IMPORT_STEPS}
        current={isMoving || found.status === 'paused' || found.status === 'staging' ? 2 : 4}
      />
      {message && <Notice kind="bad">{message}</Notice>}
      {found.status === 'staging' && <ContinueSending key={found.id} found={found} />}
      {(isMoving || found.status === 'paused') && <Running found={found} />}
      {CAN_SEND_PHOTOS.has(found.status) && (found.photos.waiting ?? 0) > 0 && (
        <SendingPhotos key={`${found.id} photos`} found={found} />
      )}
      <Numbers found={found} />
      {rows && <ResultRows rows={rows} importId={found.id} canUndo={isRecent && found.status === 'done'} />}
      {records && <RecordRows records={records} />}
      {isUndoable(found) && (
        <div className="import-foot">
          {isRecent ? (
            <>
              <p>Undo within {IMPORT_UNDO_DAYS} days. Spots to which others have added something are kept.</p>
              <UndoImport found={found} />
            </>
          ) : (
            <p>This import is older than {IMPORT_UNDO_DAYS} days and can no longer be undone.</p>
          )}
        </div>
      )}
    </>
  )
}

/** Returns true while an import can still add something, and after it has added something. */
function isUndoable({ status, counts, photos, stories, records }: FoundImport): boolean {
  if (status === 'undone' || status === 'undoing') return false
  if (status !== 'done') return true
  const hasRecords = Object.entries(records).some(([key, count]) => key.endsWith(' created') && count > 0)
  const added = [counts.created, counts.saved, photos.added, ...Object.values(stories)]
  return hasRecords || added.some((count = 0) => count > 0)
}

function describeTitle({ status, counts, stories }: FoundImport): string {
  if (status === 'running') return 'Importing'
  if (status === 'paused') return 'Paused'
  if (status === 'undoing') return 'Undoing'
  if (status === 'undone') return 'Import undone'
  if (status === 'staging') return 'Sending the places'
  const imported = (counts.created ?? 0) + (counts.saved ?? 0)
  if (imported === 0 && Object.keys(stories).length > 0) return 'Stories imported'
  return `${formatCount(imported, 'place')} imported`
}

function Running({ found }: { found: FoundImport }) {
  const all = Object.values(found.counts).reduce((sum, count) => sum + count, 0)
  const { waiting = 0, created = 0, saved = 0, pinless = 0 } = found.counts
  const done = all - waiting - (found.status === 'undoing' ? created + saved + pinless : 0)
  return (
    <div className="import-running">
      <p role="status">
        <span className="title text-h2">{formatNumber(done)}</span> of {formatNumber(all)}
      </p>
      <Progress
        label={found.status === 'undoing' ? 'Places undone' : 'Places imported'}
        percent={all === 0 ? 0 : (100 * done) / all}
      />
      <p className="text-small text-ink-2">
        {found.status === 'undoing'
          ? 'You can leave this page. The rest is undone in the background.'
          : 'You can leave this page. The import continues in the background, and nothing is added twice.'}
      </p>
      {found.status === 'running' && <ImportCommand id={found.id} intent="pause" label="Pause" />}
      {found.status === 'paused' && <ImportCommand id={found.id} intent="resume" label="Continue" />}
    </div>
  )
}

const NUMBERS: { state: string; one?: string; words: string }[] = [
  { state: 'created', one: 'new spot', words: 'new spots' },
  {
    state: 'saved',
    one: 'saved to a list: it was on the map already',
    words: 'saved to lists: they were on the map already',
  },
  { state: 'known', one: 'duplicate skipped', words: 'duplicates skipped' },
  { state: 'pinless', one: 'still needs a pin', words: 'still need a pin' },
  { state: 'failed', words: 'could not be read or imported' },
  { state: 'undone', words: 'undone' },
  { state: 'left-out', words: 'left out' },
  { state: 'kept', one: 'kept: others have added to it', words: 'kept: others have added to them' },
]

const STORIES = [
  { story: 'draft', one: 'story, in your drafts', more: 'stories, in your drafts', to: '/account#drafts' },
  { story: 'published', one: 'story published', more: 'stories published', to: '/account#stories' },
  {
    story: 'pending',
    one: 'story waits for a moderator',
    more: 'stories wait for a moderator',
    to: '/account#waiting',
  },
]

function Numbers({ found }: { found: FoundImport }) {
  const { id, counts, status, foundByName, photos, stories } = found
  const skipped = photos['left-out'] ?? 0
  return (
    <ul className="import-numbers">
      {NUMBERS.filter(({ state }) => (counts[state] ?? 0) > 0).map(({ state, one, words }) => (
        <li key={state}>
          <span className="title text-h3">{formatNumber(counts[state] ?? 0)}</span>
          <span>{counts[state] === 1 && one ? one : words}</span>
          {state === 'pinless' && status !== 'undone' ? (
            <LinkButton variant="primary" to={importUrl(id, { pins: '0' })}>
              {counts.pinless === 1 ? 'Place it' : 'Place them'}
            </LinkButton>
          ) : (
            <TextLink to={importUrl(id, { show: state })}>Show</TextLink>
          )}
        </li>
      ))}
      {status !== 'undone' && (photos.added ?? 0) > 0 && (
        <li>
          <span className="title text-h3">{formatNumber(photos.added ?? 0)}</span>
          <span>{photos.added === 1 ? 'photo' : 'photos'}</span>
        </li>
      )}
      {status !== 'undone' && skipped > 0 && (
        <li>
          <span className="title text-h3">{formatNumber(skipped)}</span>
          <span>{skipped === 1 ? 'photo skipped' : 'photos skipped'}: each row says why</span>
        </li>
      )}
      {status === 'done' &&
        STORIES.filter(({ story }) => (stories[story] ?? 0) > 0).map(({ story, one, more, to }) => (
          <li key={story}>
            <span className="title text-h3">{stories[story]}</span>
            <span>{stories[story] === 1 ? one : more}</span>
            <TextLink to={to}>Show</TextLink>
          </li>
        ))}
      {(status === 'done' || status === 'undone') && <RecordNumbers found={found} />}
      {foundByName > 0 && (
        <li>
          <span className="title text-h3">{formatNumber(foundByName)}</span>
          <span>found by name: check their pins</span>
          <TextLink to={importUrl(id, { show: 'found' })}>Show</TextLink>
        </li>
      )}
      <li>
        {/* A plain link, because the browser downloads the file. */}
        <TextLink to={`/account/settings/import.csv?id=${id}`} reloadDocument download>
          Download CSV
        </TextLink>
      </li>
    </ul>
  )
}
