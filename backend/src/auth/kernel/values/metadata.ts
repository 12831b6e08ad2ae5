/** It goes into every access token of the member. */
const LARGEST_METADATA = 64 * 1_024

export function isSmallMetadata(metadata: Record<string, unknown>): boolean {
  return Buffer.byteLength(JSON.stringify(metadata)) <= LARGEST_METADATA
}

/** Merges metadata by top-level keys; null takes a key away. */
export function mergeMetadata(
  present: Record<string, unknown> | null,
  change: Record<string, unknown>,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries({ ...present, ...change }).filter(([, value]) => value !== null))
}
