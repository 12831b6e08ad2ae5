import { keyAlreadyExists, StorageError } from '../errors.ts'
import { toStorageError } from '../kernel/database-errors.ts'
import type { StorageDependencies } from '../requests/dependencies.ts'
import type { Call } from '../requests/endpoint.ts'
import { testUpload } from '../tables/objects.ts'
import type { UploadFacts, UploadTarget } from './upload-content.ts'

/** The version of the row that is rolled back. */
const TEST_VERSION = '1'

/**
 * Throws unless RLS policies let the user write the object: writes the row and rolls back. Policies see the size that
 * the client declared, if any.
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
