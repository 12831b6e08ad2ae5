import { type FilesReading, readBlob } from './reading/read-files.ts'
import type { ColumnsByTable } from './reading/read-place.ts'

/** A request to read one chosen file. The response carries the same number. */
export interface ReadRequest {
  request: number
  file: File
  columns?: ColumnsByTable | undefined
}

/** The response to a {@link ReadRequest}. */
export interface ReadResponse {
  request: number
  reading: FilesReading
}

addEventListener('message', async ({ data }: MessageEvent<ReadRequest>) => {
  const { request, file, columns } = data
  const reading = await readBlob(file.name, file, columns).catch(() => ({
    readings: [],
    problems: [{ file: file.name, reason: 'Your device could not open it.' }],
  }))
  const response: ReadResponse = { request, reading }
  postMessage(response)
})
