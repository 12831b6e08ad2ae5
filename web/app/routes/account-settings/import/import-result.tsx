import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { formatDay } from '#app/lib/format/dates.ts'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { Progress } from '#app/ui/feedback/progress.tsx'
import { Steps } from '#app/ui/navigation/steps.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import { ContinueSending } from './continue-sending.tsx'
import { ImportCommand } from './import-command.tsx'
import type { FoundImport, ImportRow } from './import-data.server.ts'
import { IMPORT_STEPS, importUrl } from './import-url.ts'
import { ResultRows } from './result-rows.tsx'
import { UndoImport } from './undo-import.tsx'

const REFRESH_MS = 1500

/** The progress of an import, and afterwards its numbers with links to the rows. */
export function ImportResult({
  found,
  rows,
  message,
}: {
  found: FoundImport
  rows: ImportRow[] | null
  message: string | undefined
}) {
  const isMoving = found.status === 'running' || found.status === 'undoing'
  useRefresh(isMoving)
  return (
    <>
      <h1 className="settings-title">{describeTitle(found)}</h1>
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
      <Numbers found={found} />
      {rows && <ResultRows rows={rows} importId={found.id} canUndo={found.status === 'done'} />}
      {found.status !== 'undone' && found.status !== 'undoing' && (
        <div className="import-foot">
          <p>Undo within 30 days. Spots that others have added to stay.</p>
          <UndoImport found={found} />
        </div>
      )}
    </>
  )
}

function describeTitle({ status, counts }: FoundImport): string {
  if (status === 'running') return 'Importing'
  if (status === 'paused') return 'Paused'
  if (status === 'undoing') return 'Undoing'
  if (status === 'undone') return 'Import undone'
  if (status === 'staging') return 'Sending the places'
  return `${(counts.created ?? 0) + (counts.saved ?? 0)} places imported`
}

function Running({ found }: { found: FoundImport }) {
  const all = Object.values(found.counts).reduce((sum, count) => sum + count, 0)
  const done = all - (found.counts.waiting ?? 0)
  return (
    <div className="import-running">
      <p role="status">
        <span className="title text-h2">{done}</span> of {all}
      </p>
      <Progress label="Places imported" percent={all === 0 ? 0 : (100 * done) / all} />
      <p className="text-small text-ink-2">
        You can leave this page. The import goes on by itself, and nothing is added twice.
      </p>
      {found.status === 'running' && <ImportCommand id={found.id} intent="pause" label="Pause" />}
      {found.status === 'paused' && <ImportCommand id={found.id} intent="resume" label="Continue" />}
    </div>
  )
}

const NUMBERS: { state: string; words: string }[] = [
  { state: 'created', words: 'new spots' },
  { state: 'saved', words: 'saved to lists: they were on the map already' },
  { state: 'known', words: 'left out: you have them already' },
  { state: 'pinless', words: 'still need a pin' },
  { state: 'failed', words: 'could not be read or imported' },
  { state: 'undone', words: 'undone' },
  { state: 'kept', words: 'kept: others have added to them' },
]

function Numbers({ found: { id, counts, status, foundByName, story_count: storyCount } }: { found: FoundImport }) {
  return (
    <ul className="import-numbers">
      {NUMBERS.filter(({ state }) => (counts[state] ?? 0) > 0).map(({ state, words }) => (
        <li key={state}>
          <span className="title text-h3">{counts[state]}</span>
          <span>{words}</span>
          {state === 'pinless' && status !== 'undone' ? (
            <LinkButton variant="primary" to={importUrl(id, { pins: '0' })}>
              Place them
            </LinkButton>
          ) : (
            <TextLink to={importUrl(id, { show: state })}>Show</TextLink>
          )}
        </li>
      ))}
      {status === 'done' && storyCount > 0 && (
        <li>
          <span className="title text-h3">{storyCount}</span>
          <span>{storyCount === 1 ? 'story, in your drafts' : 'stories, in your drafts'}</span>
          <TextLink to="/account?tab=drafts">Show</TextLink>
        </li>
      )}
      {foundByName > 0 && (
        <li>
          <span className="title text-h3">{foundByName}</span>
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

function useRefresh(isMoving: boolean): void {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isMoving) return
    const timer = setInterval(() => void revalidate(), REFRESH_MS)
    return () => clearInterval(timer)
  }, [isMoving, revalidate])
}
