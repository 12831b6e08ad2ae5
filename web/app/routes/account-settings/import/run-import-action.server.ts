import { createDraftRows } from '#app/features/imports/draft-rows.ts'
import { matchRows } from '#app/features/imports/match-rows.ts'
import { addReading, type FilesReading, readBlob } from '#app/features/imports/reading/read-files.ts'
import { sendPhotos } from '#app/features/imports/send-photos.ts'
import { sendRows, startImport } from '#app/features/imports/stage-rows.ts'
import { createPhotoStorer } from '#app/features/imports/store-import-photo.server.ts'
import type { PhotoFolder } from '#app/features/media/photo-folder.server.ts'
import { formatNumber } from '#app/lib/format/numbers.ts'
import { parsePosition } from '#app/lib/geo/parse-position.ts'
import { findData, type Supabase, takeData } from '#app/lib/supabase.ts'
import { importUrl } from './import-url.ts'

/** Without JavaScript the server reads the file, so it reads only small ones. */
const MAX_BYTES = 2_000_000
const MAX_ROWS = 2000

/** The member who imports, and the folder for their photos. */
interface Member {
  supabase: Supabase
  folder: PhotoFolder
  viewerId: string
}

/** The result of an action: where to go next, or a sentence about what went wrong. */
interface ImportActionResult {
  leave?: string
  message?: string
}

/** Runs one form of the import screens. Throws DataError. */
export async function runImportAction(member: Member, form: FormData): Promise<ImportActionResult> {
  const { supabase } = member
  const id = String(form.get('id') ?? '')
  switch (form.get('intent')) {
    case 'upload':
      return upload(member, form)
    case 'pause':
    case 'resume': {
      const status = form.get('intent') === 'pause' ? 'paused' : 'running'
      findData(await supabase.rpc('set_import_status', { import: id, status }))
      return { leave: importUrl(id) }
    }
    case 'undo':
      takeData(await supabase.rpc('undo_import', { import: id }))
      return { leave: importUrl(id) }
    case 'undo-row':
      takeData(await supabase.rpc('undo_import', { import: id, numbers: [Number(form.get('number'))] }))
      return { leave: importUrl(id, { show: String(form.get('show') ?? 'created') }) }
    case 'place':
      return place(supabase, id, form)
    case 'leave-out':
      takeData(await supabase.rpc('place_import_row', { import: id, number: Number(form.get('number')) }))
      return { leave: importUrl(id, { pins: '0' }) }
    default:
      return { message: 'This form is out of date. Reload the page and try again.' }
  }
}

async function place(supabase: Supabase, id: string, form: FormData): Promise<ImportActionResult> {
  const typed = String(form.get('candidate') || 'own') === 'own' ? form.get('position') : form.get('candidate')
  const reading = parsePosition(String(typed ?? ''))
  if (reading.kind !== 'point')
    return { message: 'Choose a place, move the map under the cross, or enter coordinates.' }
  takeData(await supabase.rpc('place_import_row', { import: id, number: Number(form.get('number')), ...reading.point }))
  return { leave: importUrl(id, { pins: '0' }) }
}

async function upload({ supabase, folder, viewerId }: Member, form: FormData): Promise<ImportActionResult> {
  const files = form.getAll('files').filter((file): file is File => file instanceof File && file.size > 0)
  const pasted = String(form.get('pasted') ?? '').trim()
  if (pasted) files.push(new File([pasted], 'pasted.txt'))
  if (files.length === 0) return { message: 'Choose a file or paste some links first.' }
  if (files.reduce((sum, { size }) => sum + size, 0) > MAX_BYTES) {
    return { message: 'Without JavaScript we read up to 2 MB. Choose a smaller file, or turn JavaScript on.' }
  }
  const read: FilesReading = { readings: [], problems: [] }
  for (const [index, file] of files.entries()) {
    addReading(read, await readBlob(file.name, file), index)
  }
  const rows = createDraftRows(read)
  if (rows.length > MAX_ROWS) {
    const limit = formatNumber(MAX_ROWS)
    return {
      message: `Without JavaScript we read up to ${limit} places, and there are ${formatNumber(rows.length)}. Split the file, or turn JavaScript on.`,
    }
  }
  const [problem] = read.problems
  if (rows.length === 0 && !read.archive)
    return { message: problem ? `${problem.file}: ${problem.reason}` : 'There are no places in it.' }
  const matched = await matchRows(supabase, rows, () => undefined)
  const name = files.map((file) => file.name).join(', ')
  const started = await startImport(supabase, {
    name,
    rows: matched,
    archive: read.archive,
    visibility: read.archive ? 'archive' : 'private',
  })
  await sendRows(supabase, started)
  const store = createPhotoStorer({ supabase, folder }, started.id, viewerId)
  await sendPhotos(supabase, { ...started, files }, store)
  return { leave: importUrl(started.id) }
}
