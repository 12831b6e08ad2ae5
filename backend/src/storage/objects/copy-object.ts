import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { BlobMissingError } from '../blobs/blob-store.ts'
import { blobGone, StorageError } from '../errors.ts'
import { requireBucketName, requireKey } from '../kernel/names.ts'
import type { Owner } from '../kernel/owner.ts'
import type { StorageDependencies } from '../requests/dependencies.ts'
import type { Endpoint } from '../requests/endpoint.ts'
import type { NewObject, ObjectRow } from '../tables/objects.ts'
import { requireFitting } from '../upload/require-fitting.ts'
import { requireUploadAllowed } from '../upload/require-upload-allowed.ts'
import { commitObject } from '../upload/store-upload.ts'
import { getUploadBucket } from '../upload/upload-bucket.ts'
import { parseContentEncoding, requireCacheControl } from '../upload/upload-headers.ts'
import { readMetadataHeader } from '../upload/user-metadata.ts'
import { getVisibleObject } from './get-object-row.ts'
import { toObjectBody } from './object-body.ts'

const Body = v.object({
  bucketId: v.string(),
  sourceKey: v.string(),
  destinationKey: v.string(),
  destinationBucket: v.optional(v.string()),
  sourceVersionId: v.optional(v.string()),
  metadata: v.optional(
    v.object({
      cacheControl: v.optional(v.string()),
      contentEncoding: v.optional(v.string()),
      mimetype: v.optional(v.string()),
    }),
  ),
  copyMetadata: v.optional(v.boolean(), true),
})
type CopyBody = v.InferOutput<typeof Body>

export const copyObject: Endpoint<CopyBody> = {
  operation: 'storage.object.copy',
  body: Body,
  async handle(dependencies, call, body) {
    const { request, owner } = call
    const sourceBucket = requireBucketName(body.bucketId)
    const sourceKey = requireKey(body.sourceKey)
    const destination = {
      ...call,
      bucketId: requireBucketName(body.destinationBucket ?? body.bucketId),
      key: requireKey(body.destinationKey),
    }
    // This request has no query parameter for the version of the source.
    const place = { ...call, bucketId: sourceBucket, key: sourceKey }
    const source = await getVisibleObject(dependencies, place, body.sourceVersionId ?? null)
    const isUpsert = request.headers.get('x-upsert') === 'true'
    const object = toCopy(source, body, readMetadataHeader(request.headers), { ...destination, owner })
    const facts = { contentType: object.metadata.mimetype, userMetadata: object.userMetadata }
    await requireUploadAllowed(dependencies, destination, { isUpsert, owner }, facts, object.metadata.contentLength)
    requireFitting(dependencies, await getUploadBucket(dependencies, destination), destination.key, object.metadata)
    await copyBlob(dependencies, source, object.version)
    const row = await commitObject(dependencies, destination, object, isUpsert).catch(async (error: unknown) => {
      if (error instanceof StorageError) await dependencies.blobs.delete(object.version)
      throw error
    })
    return Response.json({ Id: row.id, Key: `${row.bucket_id}/${row.name}`, ...toObjectBody(row) })
  },
}

function toCopy(
  source: ObjectRow,
  body: CopyBody,
  headerMetadata: Record<string, unknown> | undefined,
  to: { bucketId: string; key: string; owner: Owner },
): NewObject {
  const { mimetype, cacheControl, contentEncoding } = body.copyMetadata ? {} : (body.metadata ?? {})
  if (cacheControl !== undefined) requireCacheControl(cacheControl)
  return {
    bucketId: to.bucketId,
    key: to.key,
    ...to.owner,
    version: randomUUID(),
    userMetadata: (body.copyMetadata ? source.user_metadata : headerMetadata) ?? {},
    metadata: {
      ...source.metadata,
      lastModified: new Date().toISOString(),
      ...(mimetype === undefined ? {} : { mimetype }),
      ...(cacheControl === undefined ? {} : { cacheControl }),
      // Undefined values are left out of the row, so an empty text removes the encoding.
      ...(contentEncoding === undefined ? {} : { contentEncoding: parseContentEncoding(contentEncoding) }),
    },
  }
}

async function copyBlob({ blobs }: StorageDependencies, source: ObjectRow, version: string): Promise<void> {
  await blobs.copy(source.version ?? '', version).catch((error: unknown) => {
    throw error instanceof BlobMissingError ? blobGone(error) : error
  })
}
