import { createHash } from 'node:crypto'
import {
  AbortMultipartUploadCommand,
  CompleteMultipartUploadCommand,
  CreateMultipartUploadCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  type S3Client,
  S3ServiceException,
  UploadPartCommand,
} from '@aws-sdk/client-s3'

/** S3 requires at least 5 MiB per part except the last; some stores require parts of equal size. */
const SMALLEST_PART_BYTES = 8 * 1024 * 1024
/** The limit of S3. */
const MAX_PARTS = 9_000
/** Parts of one upload in flight, each held in memory. */
const PARTS_AT_ONCE = 2

/** Parts grow with the size limit, so that their number stays bounded. */
export function toPartBytes(limitBytes: number): number {
  return Number.isFinite(limitBytes)
    ? Math.max(SMALLEST_PART_BYTES, Math.ceil(limitBytes / MAX_PARTS))
    : SMALLEST_PART_BYTES
}

interface Place {
  Bucket: string
  Key: string
}

/** Sends a single part in one request. More parts need a multipart upload, which is aborted on failure. */
export async function putParts(client: S3Client, place: Place, parts: AsyncIterator<Buffer, undefined>): Promise<void> {
  const first = (await parts.next()).value ?? Buffer.alloc(0)
  const second = await parts.next()
  if (second.done) {
    await client.send(new PutObjectCommand({ ...place, Body: first, ContentMD5: toMd5(first) }))
    return
  }
  const { UploadId } = await client.send(new CreateMultipartUploadCommand(place))
  try {
    const etags = await uploadParts(client, { ...place, UploadId }, [first, second.value], parts)
    const Parts = etags.map((ETag, index) => ({ ETag, PartNumber: index + 1 }))
    await client.send(new CompleteMultipartUploadCommand({ ...place, UploadId, MultipartUpload: { Parts } }))
  } catch (error) {
    // The sweep finds what cannot be aborted now.
    await client.send(new AbortMultipartUploadCommand({ ...place, UploadId })).catch(() => {})
    throw error
  }
}

async function uploadParts(
  client: S3Client,
  upload: Place & { UploadId: string | undefined },
  begun: Buffer[],
  rest: AsyncIterator<Buffer, undefined>,
): Promise<(string | undefined)[]> {
  const etags: (string | undefined)[] = []
  let count = 0
  const sendNext = async (): Promise<boolean> => {
    const Body = begun.shift() ?? (await rest.next()).value
    if (!Body) return false
    const index = count
    count += 1
    const command = new UploadPartCommand({ ...upload, PartNumber: index + 1, Body, ContentMD5: toMd5(Body) })
    etags[index] = (await client.send(command)).ETag
    return true
  }
  const sendAll = async () => {
    while (await sendNext());
  }
  // Waits for all, so that nothing is in flight when the upload is aborted.
  const results = await Promise.allSettled(Array.from({ length: PARTS_AT_ONCE }, sendAll))
  for (const result of results) if (result.status === 'rejected') throw result.reason
  return etags
}

/** Aborts unfinished uploads, which are billed. Stores that cannot list them have expiry rules. */
export async function abortUploads(client: S3Client, Bucket: string, Prefix: string, time: Date): Promise<void> {
  let KeyMarker: string | undefined
  let UploadIdMarker: string | undefined
  for (;;) {
    const command = new ListMultipartUploadsCommand({ Bucket, Prefix, KeyMarker, UploadIdMarker })
    const page = await client.send(command).catch((error: unknown) => {
      if (error instanceof S3ServiceException && error.name === 'NotImplemented') return undefined
      throw error
    })
    for (const { Key, UploadId, Initiated } of page?.Uploads ?? []) {
      if (Initiated && Initiated < time) await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }))
    }
    // Stops at a page without uploads, because a faulty store could return such pages forever.
    if (!page?.IsTruncated || !page.NextKeyMarker || !page.Uploads?.length) return
    KeyMarker = page.NextKeyMarker
    UploadIdMarker = page.NextUploadIdMarker
  }
}

const toMd5 = (content: Buffer) => createHash('md5').update(content).digest('base64')

/** Yields buffers of one size; the last may be shorter. */
export async function* cutParts(
  content: AsyncIterable<Uint8Array>,
  partBytes: number,
): AsyncGenerator<Buffer, undefined, undefined> {
  let gathered: Uint8Array[] = []
  let gatheredBytes = 0
  for await (const chunk of content) {
    let rest = chunk
    while (gatheredBytes + rest.byteLength >= partBytes) {
      const cut = partBytes - gatheredBytes
      yield Buffer.concat([...gathered, rest.subarray(0, cut)])
      gathered = []
      gatheredBytes = 0
      rest = rest.subarray(cut)
    }
    if (rest.byteLength > 0) gathered.push(rest)
    gatheredBytes += rest.byteLength
  }
  if (gatheredBytes > 0) yield Buffer.concat(gathered)
}
