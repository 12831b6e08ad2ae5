import { Readable } from 'node:stream'
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadBucketCommand,
  ListObjectsV2Command,
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { insufficientStorage } from '../errors.ts'
import type { S3Settings } from '../settings.ts'
import { BlobMissingError, type BlobStore, BlobTooLargeError, isVersion } from './blob-store.ts'
import { createEtagDigest } from './etag.ts'
import { collectAnswer, createRequestHandler, S3_LIMITS, type S3Limits, streamBody } from './s3-answers.ts'
import { abortUploads, cutParts, putParts, toPartBytes } from './s3-multipart.ts'

const PREFIX = 'blobs/'
/**
 * The maximum number of pages in a row without objects. A few are legal, but a faulty store could return them forever.
 */
const MAX_EMPTY_PAGES = 100

/**
 * Stores blobs as objects `blobs/<uuid>` of an S3 bucket used by nothing else. S3 shows an object only when it is
 * complete, so no rename is needed. Content streams through this process both ways, because ranges, headers and RLS are
 * handled here.
 */
export function createS3BlobStore(settings: S3Settings, limits: S3Limits = S3_LIMITS): BlobStore {
  const { bucket: Bucket } = settings
  const client = new S3Client({
    region: settings.region,
    forcePathStyle: settings.forcePathStyle,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    ...(settings.endpoint === undefined ? {} : { endpoint: settings.endpoint }),
    // Many stores do not support the newer checksums of AWS. All support Content-MD5.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: createRequestHandler(limits),
    streamCollector: (body: Readable) => collectAnswer(body, limits),
  })
  const soon = { requestTimeout: limits.readMs }
  const place = (version: string) => {
    if (!isVersion(version)) throw new BlobMissingError(`${version} is not the version of a blob.`)
    return { Bucket, Key: PREFIX + version }
  }
  const store: BlobStore = {
    async put(version, content, limitBytes) {
      const digest = createEtagDigest()
      let size = 0
      const counted = async function* () {
        for await (const chunk of content) {
          size += chunk.byteLength
          if (size > limitBytes) throw new BlobTooLargeError(`The blob is larger than ${limitBytes} bytes.`)
          await digest.update(chunk)
          yield chunk
        }
      }
      try {
        await putParts(client, place(version), cutParts(counted(), toPartBytes(limitBytes)))
        return { size, etag: await digest.finish() }
      } catch (error) {
        await digest.drop()
        throw isFull(error) ? insufficientStorage(error) : error
      }
    },
    async open(version, range) {
      const Range = range && `bytes=${range.start}-${range.end}`
      const { Body } = await client.send(new GetObjectCommand({ ...place(version), Range }), soon).catch(rethrowMissing)
      if (!(Body instanceof Readable)) throw new Error('The S3 store sent a response without a body.')
      return streamBody(Body, limits)
    },
    async copy(from, to) {
      const source = place(from)
      const command = new CopyObjectCommand({ ...place(to), CopySource: `${Bucket}/${source.Key}` })
      await client.send(command).catch(rethrowMissing)
    },
    async delete(version) {
      await client.send(new DeleteObjectCommand(place(version)))
    },
    async discard(version) {
      await store.delete(version)
      await abortUploads(client, Bucket, PREFIX + version, new Date())
    },
    listOlderThan: (time) => listVersions(client, Bucket, time),
    deleteUnfinished: (time) => abortUploads(client, Bucket, PREFIX, time),
    async check() {
      await client.send(new HeadBucketCommand({ Bucket }), soon)
    },
  }
  return store
}

async function* listVersions(client: S3Client, Bucket: string, time: Date): AsyncIterable<string> {
  let ContinuationToken: string | undefined
  let emptyPages = 0
  do {
    const page = await client.send(new ListObjectsV2Command({ Bucket, Prefix: PREFIX, ContinuationToken }))
    for (const { Key, LastModified } of page.Contents ?? []) {
      const version = Key?.slice(PREFIX.length) ?? ''
      if (isVersion(version) && LastModified && LastModified < time) yield version
    }
    if (page.NextContinuationToken && page.NextContinuationToken === ContinuationToken) {
      throw new Error('The S3 store repeats the same page of its list.')
    }
    emptyPages = page.Contents?.length ? 0 : emptyPages + 1
    if (emptyPages > MAX_EMPTY_PAGES) throw new Error('The list of the S3 store does not end.')
    ContinuationToken = page.NextContinuationToken
  } while (ContinuationToken)
}

/** Stores with a quota return 507, or mention the quota in the error code of another status. */
function isFull(cause: unknown): boolean {
  if (!(cause instanceof S3ServiceException)) return false
  return cause.$metadata.httpStatusCode === 507 || /quota|full/i.test(cause.name)
}

function rethrowMissing(cause: unknown): never {
  const isMissing = cause instanceof S3ServiceException && cause.$metadata.httpStatusCode === 404
  throw isMissing ? new BlobMissingError('The blob does not exist.', { cause }) : cause
}
