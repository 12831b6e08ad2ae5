import { randomUUID } from 'node:crypto'
import { ERRORS, Server } from '@tus/server'
import { accessDenied, invalidRequest, invalidSignature, missingParameter } from '../errors.ts'
import { requireAllowedMimeType } from '../kernel/mime-types.ts'
import { isFolderPlaceholder, requireBucketName, requireKey } from '../kernel/names.ts'
import type { Owner } from '../kernel/owner.ts'
import { asService } from '../kernel/scope.ts'
import { ALLOWED_HEADERS } from '../requests/cors.ts'
import type { StorageDependencies } from '../requests/dependencies.ts'
import type { Call } from '../requests/endpoint.ts'
import { BASE_PATH } from '../requests/guards.ts'
import { findResumableUpload, type ResumableMetadata, type ResumableUpload } from '../tables/resumable-uploads.ts'
import { requireUploadAllowed } from '../upload/require-upload-allowed.ts'
import { getUploadBucket, readSizeLimit } from '../upload/upload-bucket.ts'
import { requireCacheControl } from '../upload/upload-headers.ts'
import { verifySignedUpload } from '../upload/verify-signed-upload.ts'
import { rejectPlainly, TUS_VERSION, toPlainError } from './plain-error.ts'
import { toResumableFacts } from './resumable-facts.ts'
import { createResumableLock } from './resumable-lock.ts'
import { ResumableStore } from './resumable-store.ts'
import { formatUploadAddress, parseUploadAddress, toPublicUrl, type UploadAddress } from './upload-address.ts'

const PART_TYPE = 'application/offset+octet-stream'
/** The time that a request may continue after it was asked to release its lock. */
const LOCK_DRAIN_MS = 500
const PATHS = { open: `${BASE_PATH}/upload/resumable`, signed: `${BASE_PATH}/upload/resumable/sign` }

/** Handles a request of the tus protocol. `isSigned` requires the token of a signed upload URL in `x-signature`. */
export async function handleResumable(
  dependencies: StorageDependencies,
  call: Call,
  isSigned: boolean,
): Promise<Response> {
  const { request } = call
  if (request.method !== 'OPTIONS' && request.headers.get('tus-resumable') !== TUS_VERSION) {
    return rejectPlainly(412, `Tus-Resumable must be ${TUS_VERSION}`)
  }
  if (request.method === 'PATCH' && request.headers.get('content-type') !== PART_TYPE) {
    return rejectPlainly(415, `Content-Type must be ${PART_TYPE}`)
  }
  // The library would answer 501, which clients retry.
  if (request.headers.has('upload-concat'))
    return rejectPlainly(400, 'Upload-Concat is not supported. Send one upload.')
  const target = await findTarget(dependencies, call, isSigned)
  const { bucketId, key } = target
  return createServer(dependencies, { ...call, bucketId, key }, target).handleWeb(request)
}

/** The upload of a request, and the owner it writes as. */
interface Target extends UploadAddress, Owner {
  isSigned: boolean
  isUpsert: boolean
  /** Absent while the upload is being created or when it does not exist. */
  begun: ResumableUpload | undefined
}

async function findTarget(dependencies: StorageDependencies, call: Call, isSigned: boolean): Promise<Target> {
  const address = call.key === '' ? readNewAddress(call.request) : parseUploadAddress(call.key)
  const none = { bucketId: '', key: '', id: randomUUID() }
  const place = address ?? none
  const writer =
    isSigned && call.request.method !== 'OPTIONS' ? await readSignature(dependencies, call, place) : undefined
  const begun = await asService(dependencies.sql, call.scope, (tx) => findResumableUpload(tx, place.id))
  const isSame = begun?.bucketId === place.bucketId && begun.key === place.key && begun.isSigned === isSigned
  return {
    ...(begun && !isSame ? none : place),
    ...(writer?.owner ?? call.owner),
    isSigned,
    isUpsert: writer?.isUpsert ?? call.request.headers.get('x-upsert') === 'true',
    begun: isSame ? begun : undefined,
  }
}

/** Reads the destination of a new upload from its metadata. The library reads them again and reports errors. */
function readNewAddress({ method, headers }: Request): UploadAddress | undefined {
  if (method !== 'POST') return undefined
  const metadata = headers.get('upload-metadata')
  if (metadata === null) throw invalidRequest('Metadata header is required')
  const pairs = metadata.split(',').map((pair) => pair.trim().split(' '))
  const values = new Map(pairs.map(([name, value = '']) => [name, Buffer.from(value, 'base64').toString('utf8')]))
  const [bucketId, key] = [values.get('bucketName'), values.get('objectName')]
  if (bucketId === undefined) throw missingParameter('bucketName')
  if (key === undefined) throw missingParameter('objectName')
  return { bucketId: requireBucketName(bucketId), key: requireKey(key), id: randomUUID() }
}

async function readSignature(dependencies: StorageDependencies, call: Call, { bucketId, key }: UploadAddress) {
  const token = call.request.headers.get('x-signature')
  if (!token) throw invalidSignature('Missing x-signature header')
  const isWrite = ['POST', 'PATCH'].includes(call.request.method)
  return verifySignedUpload(dependencies, { ...call, bucketId, key }, { token, isWrite })
}

function createServer(dependencies: StorageDependencies, call: Call, target: Target): Server {
  const lockToken = randomUUID()
  const { begun } = target
  const store = new ResumableStore({ dependencies, call, lockToken, upload: target })
  const newLock = () =>
    createResumableLock({
      dependencies,
      scope: call.scope,
      uploadId: target.id,
      lockToken,
      settle: () => store.settle(),
    })
  return new Server({
    path: target.isSigned ? PATHS.signed : PATHS.open,
    datastore: store,
    locker: { newLock },
    allowedHeaders: ALLOWED_HEADERS,
    lockDrainTimeout: LOCK_DRAIN_MS,
    disableTerminationForFinishedUploads: true,
    namingFunction: () => formatUploadAddress(target),
    generateUrl: (_request, { path, id }) => toPublicUrl(call, `${path}/${id}`),
    maxSize: (_request, id) => (id === null ? dependencies.settings.fileSizeLimitBytes : readLimit(dependencies, call)),
    async onIncomingRequest() {
      if (call.request.method === 'POST' || call.request.method === 'HEAD') return
      if (!begun) throw ERRORS.FILE_NOT_FOUND
      requireSameWriter(begun, target)
      // An upload can be discarded even when it could no longer finish, because its key is taken.
      if (call.request.method === 'DELETE') return
      await requireAllowed(dependencies, call, { ...target, isUpsert: begun.isUpsert }, begun)
    },
    async onUploadCreate(_request, { metadata = {}, size = null }) {
      await requireAllowed(dependencies, call, target, { metadata, size })
      return {}
    },
    onUploadFinish: async () => ({ headers: { 'Tus-Complete': '1' } }),
    onResponseError: (_request, error) => toPlainError(error, dependencies.log),
  })
}

/** Throws unless the caller started the upload: knowing its URL is not enough. */
function requireSameWriter(begun: ResumableUpload, { ownerId }: Owner): void {
  if (begun.ownerId !== ownerId) throw accessDenied('The upload was begun by someone else')
}

async function readLimit(dependencies: StorageDependencies, call: Call): Promise<number> {
  const bucket = await getUploadBucket(dependencies, call)
  // The library treats 0 as no limit.
  return readSizeLimit(dependencies, bucket, call.key) || Number.MIN_VALUE
}

/** Runs the checks of a plain upload before each request that writes. */
async function requireAllowed(
  dependencies: StorageDependencies,
  call: Call,
  target: Owner & { isSigned: boolean; isUpsert: boolean },
  { metadata, size }: { metadata: ResumableMetadata; size: number | null },
): Promise<void> {
  const bucket = await getUploadBucket(dependencies, call)
  const facts = toResumableFacts(metadata)
  requireCacheControl(facts.cacheControl)
  if (!isFolderPlaceholder(call.key)) requireAllowedMimeType(facts.contentType, bucket.allowed_mime_types)
  const { owner, ownerId, isUpsert } = target
  if (target.isSigned) return
  await requireUploadAllowed(dependencies, call, { isUpsert, owner: { owner, ownerId } }, facts, size ?? undefined)
}
