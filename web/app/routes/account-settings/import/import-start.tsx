import FileCheck from 'lucide-react/icons/file-check-2'
import Upload from 'lucide-react/icons/upload'
import { type DragEvent, useRef, useState } from 'react'
import { describeReadError } from '#app/features/imports/describe-read-error.ts'
import { createDraftRows, type DraftRow } from '#app/features/imports/draft-rows.ts'
import { matchRows } from '#app/features/imports/match-rows.ts'
import { readInWorker } from '#app/features/imports/read-in-worker.ts'
import type { FilesReading } from '#app/features/imports/reading/read-files.ts'
import type { ColumnsByTable } from '#app/features/imports/reading/read-place.ts'
import { formatDay } from '#app/lib/format/dates.ts'
import { formatCount } from '#app/lib/format/numbers.ts'
import { PageForm } from '#app/platform/navigation/page-form.tsx'
import { getBrowserClient } from '#app/platform/session/browser-client.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { Progress } from '#app/ui/feedback/progress.tsx'
import { TextAreaField } from '#app/ui/forms/text/text-area-field.tsx'
import { Row } from '#app/ui/layout/row.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import type { CorrectedTable } from './choose-columns.tsx'
import type { ImportList } from './import-data.server.ts'

import { ImportPreview } from './import-preview.tsx'
import { importUrl } from './import-url.ts'
import { StepTitle } from './step-title.tsx'

interface Draft {
  name: string
  files: File[]
  reading: FilesReading
  rows: DraftRow[]
  /** The columns that the member chose, by the index of the file. */
  columns: ReadonlyMap<number, ColumnsByTable>
}

/** The choice of files, and the preview of their contents. Without JavaScript a form uploads one small file. */
export function ImportStart({
  imports,
  message,
  mapStyleUrl,
}: {
  imports: ImportList
  message: string | undefined
  mapStyleUrl: string | undefined
}) {
  const [draft, setDraft] = useState<Draft>()
  const [progress, setProgress] = useState<{ label: string; percent: number }>()
  const [problem, setProblem] = useState<string>()
  const [isBack, setIsBack] = useState(false)
  // Kept here, because the form is not shown while the places are read and checked.
  const [pasted, setPasted] = useState('')
  const read = async (files: File[], columns: Draft['columns'] = new Map()) => {
    if (files.length === 0) return setProblem('Choose a file or paste some links first.')
    setProblem(undefined)
    setProgress({ label: 'Reading your files', percent: 0 })
    try {
      const report = (count: number) =>
        setProgress({ label: 'Reading your files', percent: (100 * count) / files.length })
      const reading = await readInWorker(files, report, columns)
      const rows = createDraftRows(reading)
      const compare = (count: number) =>
        setProgress({ label: 'Comparing with the map', percent: (100 * count) / rows.length })
      const matched = await matchRows(await getBrowserClient(), rows, compare)
      setDraft({ name: files.map(({ name }) => name).join(', '), files, reading, rows: matched, columns })
    } catch (error) {
      setProblem(describeReadError(error))
    } finally {
      setProgress(undefined)
    }
  }
  if (draft)
    return (
      <ImportPreview
        key={draft.name}
        {...draft}
        progress={progress}
        problem={problem}
        onBack={() => {
          setProblem(undefined)
          setDraft(undefined)
          setIsBack(true)
        }}
        onColumns={(table) => void read(draft.files, addColumns(draft.columns, table))}
        mapStyleUrl={mapStyleUrl}
      />
    )
  return (
    <>
      <StepTitle takesFocus={isBack}>Import your places</StepTitle>
      <p className="settings-lead">Nothing is added until you have seen it. Everything can be undone for 30 days.</p>
      {(problem ?? message) && <Notice kind="bad">{problem ?? message}</Notice>}
      {progress ? (
        <div className="import-drop" role="status">
          <p>{progress.label}</p>
          <Progress {...progress} />
        </div>
      ) : (
        <ChooseFiles pasted={pasted} onPaste={setPasted} onFiles={(files) => void read(files)} />
      )}
      <PastImports imports={imports} />
    </>
  )
}

/** Adds the columns of one table to those that were chosen for others. */
function addColumns(all: Draft['columns'], { chosenFile, name, columns }: CorrectedTable): Draft['columns'] {
  const ofFile = new Map([...(all.get(chosenFile) ?? []), [name, columns]])
  return new Map([...all, [chosenFile, ofFile]])
}

function ChooseFiles({
  pasted,
  onPaste,
  onFiles,
}: {
  pasted: string
  onPaste: (text: string) => void
  onFiles: (files: File[]) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  const [isOver, setIsOver] = useState(false)
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    onFiles([...event.dataTransfer.files])
  }
  return (
    <PageForm
      method="post"
      encType="multipart/form-data"
      onSubmit={(event) => {
        event.preventDefault()
        const files = [...(input.current?.files ?? [])]
        onFiles(pasted.trim() ? [...files, new File([pasted], 'pasted.txt')] : files)
      }}
    >
      <input type="hidden" name="intent" value="upload" />
      <label
        className="import-drop"
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <Upload aria-hidden="true" />
        <span className="title text-h3">Choose files, or drop them here</span>
        <span className="text-small text-ink-2">
          A Google Takeout ZIP as it is, KML, KMZ, GPX, GeoJSON, CSV, OSM, vCard and more. Files up to 200 MB; archives
          with photos may be larger.
        </span>
        <input
          ref={input}
          type="file"
          name="files"
          multiple
          aria-label="Choose files"
          onChange={(event) => onFiles([...(event.target.files ?? [])])}
        />
      </label>
      <div className="import-paste">
        <TextAreaField
          label="Or paste links or coordinates, one per line"
          name="pasted"
          placeholder="45.0678, 7.6970 Fetta di Polenta"
          defaultValue={pasted}
          onInput={(event) => onPaste(event.currentTarget.value)}
        />
        <Button type="submit">Read them</Button>
      </div>
    </PageForm>
  )
}

function PastImports({ imports: { shown, older } }: { imports: ImportList }) {
  return (
    <>
      <ul className="import-past" id="past">
        <Row
          start={<FileCheck aria-hidden="true" />}
          title="How do I get my Google lists?"
          note="Open takeout.google.com, choose “Saved” and “Maps (your places)”, and drop the ZIP here unopened."
        />
        {shown.map(({ id, name, row_count, created_at, status }) => (
          <Row
            key={id}
            start={<FileCheck aria-hidden="true" />}
            title={<span dir="auto">{name}</span>}
            note={`${formatDay(created_at)} · ${formatCount(row_count, 'place')}${status === 'undone' ? ' · undone' : ''}`}
            actions={<TextLink to={importUrl(id)}>Open</TextLink>}
          />
        ))}
      </ul>
      {older && (
        <p className="mt-6">
          <LinkButton to={{ search: `?${new URLSearchParams({ before: older })}`, hash: 'past' }} rel="next">
            Show older imports
          </LinkButton>
        </p>
      )}
    </>
  )
}
