import { useRef, useState } from 'react'
import type { DraftRow, DraftState } from '#app/features/imports/draft-rows.ts'
import { keepCorrections } from '#app/features/imports/keep-corrections.ts'
import { RECORD_KINDS, type RecordKind } from '#app/features/imports/reading/archive/own-records.ts'
import type { FilesReading } from '#app/features/imports/reading/read-files.ts'
import { type ImportRequest, startImport } from '#app/features/imports/stage-rows.ts'
import { saveStagedImport } from '#app/features/imports/staged-import-store.ts'
import type { Visibility } from '#app/features/spots/spot-summary.ts'
import { describeDataError } from '#app/lib/describe-data-error.ts'
import { formatCount, formatNumber } from '#app/lib/format/numbers.ts'
import { createLazyDialog, LazyDialogView } from '#app/platform/lazy-dialog.tsx'
import { useNavigateTo } from '#app/platform/navigation/navigate-to.ts'
import { getBrowserClient } from '#app/platform/session/browser-client.ts'
import { AskBeforeLeaving } from '#app/platform/unsaved/ask-before-leaving.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { Chip } from '#app/ui/buttons/chip.tsx'
import { ChipRow } from '#app/ui/buttons/chip-row.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { Progress } from '#app/ui/feedback/progress.tsx'
import { Checkbox } from '#app/ui/forms/choices/checkbox.tsx'
import { SelectField } from '#app/ui/forms/choices/select-field.tsx'
import { Steps } from '#app/ui/navigation/steps.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { ChooseColumns, type CorrectedTable } from './choose-columns.tsx'
import { ChooseRecords } from './choose-records.tsx'
import { ImportNotes } from './import-notes.tsx'
import { IMPORT_STEPS, importUrl } from './import-url.ts'
import { PreviewMap } from './preview-map.tsx'
import { PreviewRows } from './preview-rows.tsx'
import { STATE_LABELS } from './state-label.tsx'
import { StepTitle } from './step-title.tsx'

const leaveDialog = createLazyDialog(async () => (await import('#app/platform/unsaved/leave-dialog.tsx')).LeaveDialog)

/** The preview of an import, in which rows can be corrected. Nothing is stored before the member confirms it. */
export function ImportPreview({
  name,
  files,
  reading,
  rows: readRows,
  progress,
  problem: readProblem,
  onBack,
  onColumns,
  mapStyleUrl,
}: {
  name: string
  files: File[]
  reading: FilesReading
  rows: DraftRow[]
  /** The progress while the files are read again with other columns, and why that failed. */
  progress?: { label: string; percent: number } | undefined
  problem?: string | undefined
  onBack: () => void
  onColumns: (table: CorrectedTable) => void
  mapStyleUrl: string | undefined
}) {
  const [rows, setRows] = useState(readRows)
  const [before, setBefore] = useState(readRows)
  const [shown, setShown] = useState<DraftState>()
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [visibility, setVisibility] = useState<Visibility | 'archive'>(reading.archive ? 'archive' : 'private')
  const [publishesStories, setPublishesStories] = useState(false)
  const [records, setRecords] = useState<RecordKind[]>([...RECORD_KINDS])
  const { start, isBusy, problem } = useStart(name, files, reading.archive)
  const category = useCategoryKey()
  // The files were read again with other columns.
  if (before !== readRows) {
    setBefore(readRows)
    setRows(keepCorrections(before, rows, readRows))
    setShown(undefined)
    setSelected(new Set())
  }
  const hasCorrections = rows !== readRows
  const visible = shown ? rows.filter(({ state }) => state === shown) : rows
  const count = rows.filter(changesSomething).length
  const published = reading.archive?.stories.filter(wasPublished).length ?? 0
  const { stories = [], lists = [], records: archived = [] } = reading.archive ?? {}
  const hasMore = stories.length + lists.length + archived.length > 0
  const change = (changes: Partial<DraftRow>) =>
    setRows(rows.map((row) => (selected.size === 0 || selected.has(row.number) ? { ...row, ...changes } : row)))
  if (rows.length === 0 && !hasMore) return <NothingFound {...{ reading, onBack, onColumns }} problem={readProblem} />
  return (
    <div className="import-preview">
      <AskAboutCorrections hasCorrections={hasCorrections && !isBusy} />
      <Steps label="Steps of the import" steps={IMPORT_STEPS} current={1} />
      <StepTitle takesFocus>{`${formatCount(rows.length, 'place')} found`}</StepTitle>
      <ImportNotes reading={reading} />
      <ChooseColumns readings={reading.readings} onColumns={onColumns} />
      {progress && <Progress {...progress} />}
      {readProblem && <Notice kind="bad">{readProblem}</Notice>}
      <StateChips rows={rows} shown={shown} onShow={setShown} />
      <PreviewMap rows={visible} styleUrl={mapStyleUrl} />
      <BulkBar
        count={selected.size}
        categoryRef={category.field}
        onChange={change}
        onCategoryEnd={category.end}
        onClear={() => setSelected(new Set())}
      />
      <PreviewRows rows={visible} selected={selected} onSelect={setSelected} onCategory={category.open} />
      <div className="import-foot">
        <SelectField
          label="Who sees the new spots"
          value={visibility}
          onChange={(event) => setVisibility(event.currentTarget.value as Visibility | 'archive')}
        >
          {reading.archive && <option value="archive">As in the archive</option>}
          <option value="private">Only me</option>
          <option value="members">Members</option>
          <option value="public">Everyone</option>
        </SelectField>
        {published > 0 && <PublishStories count={published} isOn={publishesStories} onChange={setPublishesStories} />}
        <ChooseRecords records={archived} chosen={records} onChoose={setRecords} />
        {count === 0 && !hasMore && (
          <p className="text-small text-ink-2">
            Nothing to import: every place is already yours, is skipped or cannot be read.
          </p>
        )}
        {problem && <Notice kind="bad">{problem}</Notice>}
        <div className="import-actions">
          <BackButton hasCorrections={hasCorrections} onBack={onBack} />
          <Button
            variant="primary"
            disabled={count === 0 && !hasMore}
            busy={isBusy}
            busyLabel="Starting"
            onClick={() => void start({ rows, visibility, publishesStories, records })}
          >
            {count === 0 && hasMore ? 'Import' : `Import ${formatCount(count, 'place')}`}
          </Button>
        </div>
      </div>
    </div>
  )
}

/** Filters the rows by a state. A second press on the chosen state shows all rows. */
function StateChips({
  rows,
  shown,
  onShow,
}: {
  rows: readonly DraftRow[]
  shown: DraftState | undefined
  onShow: (state: DraftState | undefined) => void
}) {
  return (
    <ChipRow label="Filter by state">
      {(Object.keys(STATE_LABELS) as DraftState[]).map((state) => {
        const found = rows.filter((row) => row.state === state).length
        return found === 0 ? null : (
          <Chip
            key={state}
            on={shown === state}
            count={formatNumber(found)}
            onClick={() => onShow(shown === state ? undefined : state)}
          >
            {STATE_LABELS[state].word}
          </Chip>
        )
      })}
    </ChipRow>
  )
}

function PublishStories({
  count,
  isOn,
  onChange,
}: {
  count: number
  isOn: boolean
  onChange: (isOn: boolean) => void
}) {
  return (
    <Checkbox
      label={count === 1 ? 'Publish the story that was published' : `Publish the ${count} stories that were published`}
      hint="Otherwise they become private drafts. On some sites a moderator reviews them first."
      checked={isOn}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}

/** Asks before corrected rows are lost: only the page has them. */
function AskAboutCorrections({ hasCorrections }: { hasCorrections: boolean }) {
  const form = useRef<HTMLFormElement>(null)
  return (
    <form ref={form} hidden>
      <input type="hidden" name="corrected" value={String(hasCorrections)} />
      <AskBeforeLeaving form={form} />
    </form>
  )
}

/** Goes back to the choice of files, after a question if corrections would be lost. */
function BackButton({ hasCorrections, onBack }: { hasCorrections: boolean; onBack: () => void }) {
  const [isAsking, setIsAsking] = useState(false)
  return (
    <>
      <Button onClick={() => (hasCorrections ? setIsAsking(true) : onBack())}>Back</Button>
      {isAsking && (
        <LazyDialogView dialog={leaveDialog} props={{ onClose: () => setIsAsking(false), onLeave: onBack }} />
      )}
    </>
  )
}

/**
 * Returns true unless importing a row has no effect. A spot of the member's own changes only if the row has a list,
 * details or photos for it.
 */
function changesSomething({ isSkipped, state, list, details, photos = [] }: DraftRow): boolean {
  if (isSkipped || state === 'unreadable') return false
  return state !== 'mine' || list !== '' || details !== undefined || photos.length > 0
}

/** Opens the choice of a category by a key. Afterwards the focus returns to the row that it was opened from. */
function useCategoryKey() {
  const field = useRef<HTMLSelectElement>(null)
  const openedFrom = useRef<Element>(null)
  const open = () => {
    openedFrom.current = document.activeElement
    field.current?.focus()
    // Safari has no such method; there the arrows open the choice.
    field.current?.showPicker?.()
  }
  const end = () => {
    if (openedFrom.current instanceof HTMLElement) openedFrom.current.focus()
    openedFrom.current = null
  }
  return { field, open, end }
}

/** Files without anything to import: why, and the choice of other files or, for a table, of its columns. */
function NothingFound({
  reading,
  problem,
  onBack,
  onColumns,
}: {
  reading: FilesReading
  problem: string | undefined
  onBack: () => void
  onColumns: (table: CorrectedTable) => void
}) {
  return (
    <div className="import-preview">
      <Steps label="Steps of the import" steps={IMPORT_STEPS} current={1} />
      <StepTitle takesFocus>No places found</StepTitle>
      <ImportNotes reading={reading} />
      <ChooseColumns readings={reading.readings} onColumns={onColumns} />
      {problem && <Notice kind="bad">{problem}</Notice>}
      <div className="import-actions">
        <Button variant="primary" onClick={onBack}>
          Choose other files
        </Button>
      </div>
    </div>
  )
}

/** Creates the import and opens its page, which sends the rows. A failure keeps everything that was corrected. */
function useStart(name: string, files: File[], archive: FilesReading['archive']) {
  const [isBusy, setIsBusy] = useState(false)
  const [problem, setProblem] = useState<string>()
  const navigateTo = useNavigateTo()
  const start = async (chosen: Pick<ImportRequest, 'rows' | 'visibility' | 'publishesStories' | 'records'>) => {
    setProblem(undefined)
    setIsBusy(true)
    try {
      const started = await startImport(await getBrowserClient(), { name, archive, ...chosen })
      await saveStagedImport({ ...started, files })
      await navigateTo(importUrl(started.id))
    } catch (error) {
      setIsBusy(false)
      setProblem(describeDataError(error) ?? 'The connection was lost. Nothing was imported. Try again.')
    }
  }
  return { start, isBusy, problem }
}

function wasPublished({ status }: { status?: string | undefined }): boolean {
  return status === 'published' || status === 'closed'
}
