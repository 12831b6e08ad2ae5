/** Limited because every access token contains it. */
const LARGEST_METADATA = 64 * 1_024

/** Returns true for metadata of at most 64 KiB as JSON. */
export function isSmallMetadata(metadata: Record<string, unknown>): boolean {
  return Buffer.byteLength(JSON.stringify(metadata)) <= LARGEST_METADATA
}

/** Merges metadata by top-level keys; null deletes a key. */
export function mergeMetadata(
  present: Record<string, unknown> | null,
  change: Record<string, unknown>,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries({ ...present, ...change }).filter(([, value]) => value !== null))
}
