import type { Readable } from 'node:stream'
import type { S3ClientConfig } from '@aws-sdk/client-s3'

/** Timeouts and the maximum size of a response of the store. The SDK has no timeouts by default. */
export interface S3Limits {
  connectMs: number
  /** Until the headers of the response to a read, for which a client waits. */
  readMs: number
  /** Until the headers of any other response, including that to the upload of a part. */
  writeMs: number
  /** Between two bytes of a blob that is being read. */
  stallMs: number
  /** The largest response that is held in memory: lists, results and errors. A page of a list takes about 500 kB. */
  answerBytes: number
}

export const S3_LIMITS: S3Limits = {
  connectMs: 5_000,
  readMs: 5_000,
  writeMs: 60_000,
  stallMs: 30_000,
  answerBytes: 4 * 1024 * 1024,
}

/**
 * Returns the settings of the connections. Their number is not limited: each download holds one for as long as its
 * client reads, so that a few slow clients would use up the 50 of the SDK.
 */
export function createRequestHandler({ connectMs, writeMs }: S3Limits): S3ClientConfig['requestHandler'] {
  const agent = { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY }
  return {
    connectionTimeout: connectMs,
    requestTimeout: writeMs,
    throwOnRequestTimeout: true,
    httpAgent: agent,
    httpsAgent: agent,
  }
}

/** Reads a response that the SDK parses. Throws when it is too large or does not end. */
export async function collectAnswer(body: Readable, { writeMs, answerBytes }: S3Limits): Promise<Uint8Array> {
  const timer = setTimeout(() => body.destroy(new Error('The S3 store did not end its answer.')), writeMs)
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      bytes += chunk.byteLength
      if (bytes > answerBytes) throw new Error(`The answer of the S3 store is larger than ${answerBytes} bytes.`)
    }
    return Buffer.concat(chunks)
  } finally {
    clearTimeout(timer)
  }
}

/** Returns the content of a blob, which fails when the store stalls. Only the time that the reader waits counts. */
export function streamBody(body: Readable, { stallMs }: S3Limits): ReadableStream<Uint8Array> {
  const chunks: AsyncIterator<Uint8Array> = body[Symbol.asyncIterator]()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const timer = setTimeout(() => body.destroy(new Error('The S3 store stopped sending a blob.')), stallMs)
        const { done, value } = await chunks.next().finally(() => clearTimeout(timer))
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: () => void body.destroy(),
    },
    { highWaterMark: 0 },
  )
}
