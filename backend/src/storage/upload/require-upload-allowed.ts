import { keyAlreadyExists, StorageError } from '../errors.ts'
import { toStorageError } from '../kernel/database-errors.ts'
import type { Owner } from '../kernel/owner.ts'
import type { StorageDependencies } from '../requests/dependencies.ts'
import type { Call } from '../requests/endpoint.ts'
import { type NewObject, testUpload } from '../tables/objects.ts'
import type { UploadFacts, UploadTarget } from './upload-content.ts'

/** The version of the row that is rolled back. */
const TEST_VERSION = '1'

/**
 * Throws unless RLS policies let the user write the object: writes the row and rolls back. Policies see the size that
 * the client declared, if any.
 */
export async function requireUploadAllowed(
  { sql }: StorageDependencies,
  call: Call,
  { isUpsert, owner }: Pick<UploadTarget, 'isUpsert' | 'owner'>,
  facts: Partial<UploadFacts>,
  declaredBytes: number | undefined,
): Promise<void> {
  const object = toTestObject(call, owner, facts, declaredBytes)
  await testUpload(sql, call.scope, object, isUpsert).catch(rethrowTestError)
}

/** Returns the row that is written and rolled back to test a permission. */
export function toTestObject(
  { bucketId, key }: Pick<Call, 'bucketId' | 'key'>,
  owner: Owner,
  facts: Partial<UploadFacts>,
  declaredBytes: number | undefined,
): NewObject {
  return {
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
}

/** Throws the error that the client receives when the test fails. */
export function rethrowTestError(error: unknown): never {
  const known = toStorageError(error)
  throw known instanceof StorageError && known.label === 'Duplicate' ? keyAlreadyExists() : known
}
