import { invalidBucketName, invalidKey } from '../errors.ts'

const BUCKET_NAME = /^[A-Za-z0-9_!.*'() &$=@;:+,?-]{1,100}$/
const KEY = /^[A-Za-z0-9_/!.*'() &$=@;:+,?-]+$/
/** The unique index fails with a 500 above about 2,700 bytes. */
export const KEY_LENGTH_LIMIT = 1024

/** Throws when the name is not valid for a bucket. */
export function requireBucketName(name: string): string {
  if (!BUCKET_NAME.test(name)) throw invalidBucketName()
  return name
}

/**
 * Throws when the name is not valid for a new bucket. Stricter than for existing buckets. No URL can name the buckets `.`
 * and `..`, so they could not be deleted.
 */
export function requireNewBucketName(name: string): string {
  if (name !== name.trim() || name.endsWith('--table-s3') || /^\.{1,2}$/.test(name)) throw invalidBucketName()
  return requireBucketName(name)
}

/**
 * Throws when the key has a character outside the allowed set. `..`, `//` and a trailing slash are legal: a key is
 * never used as a file path.
 */
export function requireKey(key: string): string {
  if (!isKey(key)) throw invalidKey(key)
  return key
}

/** Returns true for keys that {@link requireKey} accepts. */
export function isKey(key: string): boolean {
  return key.length <= KEY_LENGTH_LIMIT && KEY.test(key)
}

/** Returns true for the file with which dashboards mark an empty folder. */
export function isFolderPlaceholder(key: string): boolean {
  return key.endsWith('.emptyFolderPlaceholder')
}
