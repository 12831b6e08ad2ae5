import { keyAlreadyExists, StorageError } from '../errors.ts'
import { toStorageError } from '../kernel/database-errors.ts'
import type { StorageDependencies } from '../requests/dependencies.ts'
import type { Call } from '../requests/endpoint.ts'
import { testUpload } from '../tables/objects.ts'
import type { UploadFacts, UploadTarget } from './upload-content.ts'

/** Stands for the version of an object that is not written. */
const TEST_VERSION = '1'

/**
 * Throws unless row rules let the user write the object: the row is written and taken back. At this time the size is what
 * the client declared; absent when it declared none.
 */
export async function requireUploadAllowed(
  { sql }: StorageDependencies,
  { scope, bucketId, key }: Call,
  { isUpsert, owner }: Pick<UploadTarget, 'isUpsert' | 'owner'>,
  facts: Partial<UploadFacts>,
  declaredBytes: number | undefined,
): Promise<void> {
  const object = {
    bucketId,
    key,
    ...owner,
    version: TEST_VERSION,
    userMetadata: facts.userMetadata ?? {},
    metadata: {
      ...(facts.contentType === undefined ? {} : { mimetype: facts.contentType }),
      ...(declaredBytes === undefined ? {} : { contentLength: declaredBytes }),
    },
  }
  await testUpload(sql, scope, object, isUpsert).catch((error: unknown) => {
    const known = toStorageError(error)
    throw known instanceof StorageError && known.label === 'Duplicate' ? keyAlreadyExists() : known
  })
}
