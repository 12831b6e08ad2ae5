import { useState } from 'react'
import { type CategoryId, categories, categoryIds } from '#app/features/categories/categories.ts'
import { type DraftRow, type DraftState, describeOverflow } from '#app/features/imports/draft-rows.ts'
import { RECORD_KINDS, type RecordKind } from '#app/features/imports/reading/archive/own-records.ts'
import type { FilesReading } from '#app/features/imports/reading/read-files.ts'
import type { TableColumns } from '#app/features/imports/reading/read-place.ts'
import { type ImportRequest, startImport } from '#app/features/imports/stage-rows.ts'
import { saveStagedImport } from '#app/features/imports/staged-import-store.ts'
import type { Visibility } from '#app/features/spots/spot-summary.ts'
import { describeDataError } from '#app/lib/describe-data-error.ts'
import { formatCount, pickPlural } from '#app/lib/format/numbers.ts'
import { useNavigateTo } from '#app/platform/navigation/navigate-to.ts'
import { getBrowserClient } from '#app/platform/session/browser-client.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { Chip } from '#app/ui/buttons/chip.tsx'
import { ChipRow } from '#app/ui/buttons/chip-row.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { Checkbox } from '#app/ui/forms/choices/checkbox.tsx'
import { SelectField } from '#app/ui/forms/choices/select-field.tsx'
import { TextField } from '#app/ui/forms/text/text-field.tsx'
import { Steps } from '#app/ui/navigation/steps.tsx'
import { ChooseColumns } from './choose-columns.tsx'
import { ChooseRecords } from './choose-records.tsx'
import { IMPORT_STEPS, importUrl } from './import-url.ts'
import { PreviewMap } from './preview-map.tsx'
import { PreviewRows } from './preview-rows.tsx'
import { STATE_LABELS } from './state-label.tsx'

/** The preview of an import, in which rows can be corrected. Nothing is stored before the member confirms it. */
export function ImportPreview({
  name,
  files,
  reading,
  rows: readRows,
  onBack,
  onColumns,
  mapStyleUrl,
}: {
  name: string
  files: File[]
  reading: FilesReading
  rows: DraftRow[]
  onBack: () => void
  onColumns: (columns: TableColumns) => void
  mapStyleUrl: string | undefined
}) {
  const [rows, setRows] = useState(readRows)
  const [shown, setShown] = useState<DraftState>()
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set())
  const [visibility, setVisibility] = useState<Visibility | 'archive'>(reading.archive ? 'archive' : 'private')
  const [publishesStories, setPublishesStories] = useState(false)
  const [records, setRecords] = useState<RecordKind[]>([...RECORD_KINDS])
  const { start, isBusy, problem } = useStart(name, files, reading.archive)
  const visible = shown ? rows.filter(({ state }) => state === shown) : rows
  const count = rows.filter(({ isSkipped, state }) => !isSkipped && state !== 'unreadable').length
  const published = reading.archive?.stories.filter(wasPublished).length ?? 0
  const { stories = [], lists = [], records: archived = [] } = reading.archive ?? {}
  const hasMore = stories.length + lists.length + archived.length > 0
  const change = (changes: Partial<DraftRow>) =>
    setRows(rows.map((row) => (selected.size === 0 || selected.has(row.number) ? { ...row, ...changes } : row)))
  const table = reading.readings.find((file) => file.table)?.table
  if (rows.length === 0 && !hasMore) return <NothingFound reading={reading} onBack={onBack} onColumns={onColumns} />
  return (
    <div className="import-preview">
      <Steps label="Steps of the import" steps={IMPORT_STEPS} current={1} />
      <h1 className="settings-title">{rows.length === 1 ? '1 place found' : `${rows.length} places found`}</h1>
      <Notes reading={reading} />
      {table && <ChooseColumns table={table} onColumns={onColumns} />}
      <ChipRow label="Filter by state">
        {(Object.keys(STATE_LABELS) as DraftState[]).map((state) => {
          const found = rows.filter((row) => row.state === state).length
          return found === 0 ? null : (
            <Chip
              key={state}
              on={shown === state}
              count={found}
              onClick={() => setShown(shown === state ? undefined : state)}
            >
              {STATE_LABELS[state].word}
            </Chip>
          )
        })}
      </ChipRow>
      <PreviewMap rows={visible} styleUrl={mapStyleUrl} />
      <BulkBar count={selected.size} onChange={change} onClear={() => setSelected(new Set())} />
      <PreviewRows rows={visible} selected={selected} onSelect={setSelected} />
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
        {published > 0 && (
          <Checkbox
            label={
              published === 1
                ? 'Publish the story that was published'
                : `Publish the ${published} stories that were published`
            }
            hint="Otherwise they become private drafts. On some sites a moderator reviews them first."
            checked={publishesStories}
            onChange={(event) => setPublishesStories(event.currentTarget.checked)}
          />
        )}
        <ChooseRecords records={archived} chosen={records} onChoose={setRecords} />
        {problem && <Notice kind="bad">{problem}</Notice>}
        <div className="import-actions">
          <Button onClick={onBack}>Back</Button>
          <Button
            variant="primary"
            disabled={count === 0 && !hasMore}
            busy={isBusy}
            busyLabel="Starting"
            onClick={() => void start({ rows, visibility, publishesStories, records })}
          >
            {count === 0 && hasMore ? 'Import' : `Import ${count} ${count === 1 ? 'place' : 'places'}`}
          </Button>
        </div>
      </div>
    </div>
  )
}

/** Files without anything to import: why, and the choice of other files or, for a table, of its columns. */
function NothingFound({
  reading,
  onBack,
  onColumns,
}: {
  reading: FilesReading
  onBack: () => void
  onColumns: (columns: TableColumns) => void
}) {
  const table = reading.readings.find((file) => file.table)?.table
  return (
    <div className="import-preview">
      <Steps label="Steps of the import" steps={IMPORT_STEPS} current={1} />
      <h1 className="settings-title">No places found</h1>
      <Notes reading={reading} />
      {table && <ChooseColumns table={table} onColumns={onColumns} />}
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

function Notes({ reading }: { reading: FilesReading }) {
  const { readings, problems, archive } = reading
  const overflow = describeOverflow(reading)
  const reviews = readings.flatMap(({ places }) => places).filter(({ details }) => details?.review).length
  const photos = readings.flatMap(({ places }) => places).reduce((sum, place) => sum + countPhotos(place), 0)
  const sources = new Map(
    readings
      .flatMap(({ places }) => places)
      .flatMap(({ attribution: from }) => (from ? [[from.name, from.license_name]] : [])),
  )
  const others = readings.reduce((sum, { otherCount }) => sum + otherCount, 0)
  const facts = [
    ...(archive ? [describeArchive(archive.lists.length, archive.stories.length, reviews)] : []),
    ...(photos > 0 ? [`${formatCount(photos, 'photo')} will be imported with the places.`] : []),
    ...[...sources].map(([name, license]) => `Places from ${name} keep their source and licence, ${license}.`),
    ...(others > 0 ? [describeOthers(others)] : []),
  ]
  const warnings = [
    ...problems.map(({ file, reason }) => `${file}: ${reason}`),
    ...readings.flatMap(({ file, notes: all }) => all.map((note) => `${file}: ${note}`)),
    ...(overflow ? [overflow] : []),
  ]
  return (
    <>
      {[...new Set(warnings)].map((note) => (
        <Notice key={note} kind="warn">
          <span dir="auto">{note}</span>
        </Notice>
      ))}
      {facts.map((note) => (
        <p key={note} className="text-small text-ink-2">
          {note}
        </p>
      ))}
    </>
  )
}

function describeOthers(count: number): string {
  return pickPlural(
    count,
    'One track, line, area or film is skipped, because it is not a place.',
    `${count} tracks, lines, areas or films are skipped, because they are not places.`,
  )
}

function countPhotos({ photos = [] }: { photos?: { reason?: string }[] }): number {
  return photos.filter(({ reason }) => !reason).length
}

/** Describes the lists, reviews and stories of a Hereabouts archive. */
function describeArchive(lists: number, stories: number, reviews: number): string {
  const parts = [
    ...(lists > 0 ? [formatCount(lists, 'list')] : []),
    ...(reviews > 0 ? [formatCount(reviews, 'review')] : []),
    ...(stories > 0 ? [formatCount(stories, 'story', 'stories')] : []),
  ]
  if (parts.length === 0) return 'This is a Hereabouts export.'
  return `This is a Hereabouts export. ${parts.join(', ').replace(/, ([^,]*)$/, ' and $1')} will be imported too.`
}

function BulkBar({
  count,
  onChange,
  onClear,
}: {
  count: number
  onChange: (changes: Partial<DraftRow>) => void
  onClear: () => void
}) {
  const [list, setList] = useState('')
  return (
    <fieldset className="import-bulk">
      <legend>{count === 0 ? 'Change all rows' : `Change ${count} selected rows`}</legend>
      <SelectField
        label="Category"
        value=""
        onChange={(event) => onChange({ category: event.currentTarget.value as CategoryId })}
      >
        <option value="">Choose…</option>
        {categoryIds.map((id) => (
          <option key={id} value={id}>
            {categories[id].name}
          </option>
        ))}
      </SelectField>
      <TextField label="List" maxLength={120} value={list} onInput={(event) => setList(event.currentTarget.value)} />
      <Button onClick={() => onChange({ list })}>Set list</Button>
      <Button onClick={() => onChange({ isSkipped: true })}>Skip</Button>
      <Button onClick={() => onChange({ isSkipped: false })}>Include</Button>
      {count > 0 && <Button onClick={onClear}>Clear</Button>}
    </fieldset>
  )
}
