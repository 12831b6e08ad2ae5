import type { ServerResponse } from 'node:http'
import type { FilePart } from '../blobs/file-part.ts'

const BUFFER_BYTES = 1024 * 1024
/** Allocating a buffer takes as long as filling it, so some are reused. */
const SPARE_LIMIT = 16
const spares: Buffer[] = []

/**
 * Sends a part of a file as the body of a response whose headers are sent, and closes the file. Fills one buffer while
 * the other is being sent. Destroys the connection if the file is too short, so that clients detect the truncation.
 */
export async function sendFile({ file, start, end }: FilePart, outgoing: ServerResponse): Promise<void> {
  let [filling, sending] = [getBuffer(), getBuffer()]
  let sent = Promise.resolve(true)
  let position = start
  try {
    while (position <= end) {
      const { bytesRead } = await file.read(filling, 0, Math.min(BUFFER_BYTES, end - position + 1), position)
      if (bytesRead === 0) throw new Error('The blob is shorter than its row says.')
      position += bytesRead
      if (!(await sent)) return
      sent = write(outgoing, filling.subarray(0, bytesRead))
      ;[filling, sending] = [sending, filling]
    }
    if (!(await sent)) return
    outgoing.end()
    // Only after success: the system may still hold the buffers of a broken connection.
    if (spares.length < SPARE_LIMIT) spares.push(filling, sending)
  } catch (error) {
    outgoing.destroy()
    throw error
  } finally {
    await file.close()
  }
}

function getBuffer(): Buffer {
  return spares.pop() ?? Buffer.allocUnsafeSlow(BUFFER_BYTES)
}

/** Resolves when the buffer may be reused; false when the client has disconnected. */
function write(outgoing: ServerResponse, chunk: Buffer): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  if (outgoing.destroyed) return Promise.resolve(false)
  const onClose = () => resolve(false)
  outgoing.once('close', onClose)
  outgoing.write(chunk, (error) => {
    outgoing.off('close', onClose)
    resolve(!error)
  })
  return promise
}
