import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { startThread } from './start-thread.ts'

test('passes on only the messages of the thread under node --watch', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'thread-'))
  const file = join(folder, 'thread.mjs')
  writeFileSync(
    file,
    `import { parentPort } from 'node:worker_threads'\nimport 'node:fs'\nparentPort.postMessage(process.env.WATCH_REPORT_DEPENDENCIES ?? 'unwatched')`,
  )
  const before = process.env.WATCH_REPORT_DEPENDENCIES
  process.env.WATCH_REPORT_DEPENDENCIES = '1'
  try {
    const worker = startThread(pathToFileURL(file))
    expect(await once(worker, 'message')).toEqual(['unwatched'])
    await worker.terminate()
  } finally {
    if (before === undefined) delete process.env.WATCH_REPORT_DEPENDENCIES
    else process.env.WATCH_REPORT_DEPENDENCIES = before
    rmSync(folder, { recursive: true })
  }
})
