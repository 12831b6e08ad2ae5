import { ownAssetUrl } from '#app/platform/config/app-config.ts'
import type { ReadRequest, ReadResponse } from './read-worker.ts'
import workerUrl from './read-worker.ts?worker&url'
import { addReading, type FilesReading } from './reading/read-files.ts'
import type { TableColumns } from './reading/read-place.ts'

/** Reads files one after the other in a worker, which ends afterwards. Calls `onProgress` with the files read. */
export async function readInWorker(
  files: File[],
  onProgress: (count: number) => void,
  columns?: TableColumns,
): Promise<FilesReading> {
  const worker = new Worker(ownAssetUrl(workerUrl), { type: 'module' })
  try {
    const whole: FilesReading = { readings: [], problems: [] }
    for (const [index, file] of files.entries()) {
      const read = await ask(worker, { request: index, file, ...(columns && { columns }) })
      addReading(whole, read, index)
      onProgress(index + 1)
    }
    return whole
  } finally {
    worker.terminate()
  }
}

function ask(worker: Worker, request: ReadRequest): Promise<FilesReading> {
  return new Promise((resolve) => {
    worker.onmessage = ({ data }: MessageEvent<ReadResponse>) => resolve(data.reading)
    // A file that uses up the memory ends the worker, not the page.
    worker.onerror = () =>
      resolve({ readings: [], problems: [{ file: request.file.name, reason: 'It is too large to read.' }] })
    worker.postMessage(request)
  })
}
