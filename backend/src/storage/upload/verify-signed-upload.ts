import { type Owner, toOwner } from '../kernel/owner.ts'
import type { StorageDependencies } from '../requests/dependencies.ts'
import type { Call } from '../requests/endpoint.ts'
import { requireUploadAllowed } from './require-upload-allowed.ts'

/** The operation under which policies are evaluated again, to check that the signer could still sign the URL. */
const SIGN_OPERATION = 'storage.object.sign_upload_url'

/**
 * Verifies the token of a signed upload and, for requests that write, that its signer may still write the object. Returns
 * the owner that it writes as.
 */
export async function verifySignedUpload(
  dependencies: StorageDependencies,
  call: Call,
  { token, isWrite }: { token: string; isWrite: boolean },
): Promise<{ owner: Owner; isUpsert: boolean }> {
  const path = `${call.bucketId}/${call.key}`
  const { signer, owner: ownerId, isUpsert } = await dependencies.urlTokens.verifyUpload(token, path)
  const owner = toOwner(ownerId)
  if (isWrite) {
    const scope = { ...call.scope, ...signer, operation: SIGN_OPERATION }
    await requireUploadAllowed(dependencies, { ...call, scope }, { isUpsert, owner }, {}, undefined)
  }
  return { owner, isUpsert }
}
