import { ownAssetUrl } from '#app/platform/config/app-config.ts'
import type { ReadRequest, ReadResponse } from './read-worker.ts'
import workerUrl from './read-worker.ts?worker&url'
import { addReading, type FilesReading } from './reading/read-files.ts'
import type { ColumnsByTable } from './reading/read-place.ts'

/**
 * Reads files one after the other in a worker, which ends afterwards. Calls `onProgress` with the files read. `columns`
 * has those that a person chose, by the index of the file. Rejects with a TypeError if the worker cannot be loaded, like
 * an import.
 */
export async function readInWorker(
  files: File[],
  onProgress: (count: number) => void,
  columns: ReadonlyMap<number, ColumnsByTable> = new Map(),
): Promise<FilesReading> {
  const worker = new Worker(ownAssetUrl(workerUrl), { type: 'module' })
  try {
    const whole: FilesReading = { readings: [], problems: [] }
    for (const [index, file] of files.entries()) {
      const read = await ask(worker, { request: index, file, columns: columns.get(index) })
      addReading(whole, read, index)
      onProgress(index + 1)
    }
    return whole
  } finally {
    worker.terminate()
  }
}

function ask(worker: Worker, request: ReadRequest): Promise<FilesReading> {
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<ReadResponse>) => resolve(data.reading)
    worker.onerror = (event: Event) => {
      // Only errors of running code are error events.
      if (!(event instanceof ErrorEvent)) return reject(new TypeError('The reader of files could not be loaded.'))
      // A file that uses up the memory ends the worker, not the page.
      resolve({ readings: [], problems: [{ file: request.file.name, reason: 'It is too large to read.' }] })
    }
    worker.postMessage(request)
  })
}
