import { expect, onTestFinished, test, vi } from 'vitest'
import { readInWorker } from './read-in-worker.ts'

class StubErrorEvent extends Event {}

/** Replaces the browser's workers by ones that fail with this event. */
function stubWorker(event: Event) {
  class FailingWorker {
    onerror: (event: Event) => void = () => undefined
    postMessage() {
      this.onerror(event)
    }
    terminate() {
      // Nothing runs.
    }
  }
  vi.stubGlobal('Worker', FailingWorker)
  vi.stubGlobal('ErrorEvent', StubErrorEvent)
  onTestFinished(() => void vi.unstubAllGlobals())
}

const read = () => readInWorker([new File(['x'], 'places.kml')], () => undefined)

test('does not call a file too large when the reader could not be loaded', async () => {
  stubWorker(new Event('error'))
  await expect(read()).rejects.toThrow(TypeError)
})

test('names the file that used up the memory of the reader', async () => {
  stubWorker(new StubErrorEvent('error'))
  expect(await read()).toMatchObject({ problems: [{ file: 'places.kml', reason: 'It is too large to read.' }] })
})
