import { invalidBucketName, invalidKey } from '../errors.ts'

const BUCKET_NAME = /^[A-Za-z0-9_!.*'() &$=@;:+,?-]{1,100}$/
const KEY = /^[A-Za-z0-9_/!.*'() &$=@;:+,?-]+$/
/** Keys beyond about 2,700 bytes do not fit the unique index, so an honest limit stands before it. */
const KEY_LENGTH_LIMIT = 1024

/** Throws when no bucket may have this name. */
export function requireBucketName(name: string): string {
  if (!BUCKET_NAME.test(name)) throw invalidBucketName()
  return name
}

/** Throws when a new bucket may not have this name: stricter than what old buckets are called. */
export function requireNewBucketName(name: string): string {
  if (name !== name.trim() || name.endsWith('--table-s3')) throw invalidBucketName()
  return requireBucketName(name)
}

/** Throws when the key has a character outside the allowed set. `..`, `//` and a slash at the end are legal: a key is no path. */
export function requireKey(key: string): string {
  if (key.length > KEY_LENGTH_LIMIT || !KEY.test(key)) throw invalidKey(key)
  return key
}

/** Dashboards mark an empty folder by such a file. */
export function isFolderPlaceholder(key: string): boolean {
  return key.endsWith('.emptyFolderPlaceholder')
}
