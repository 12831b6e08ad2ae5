/**
 * Returns true if an If-None-Match header contains the ETag. The comparison is weak, because compression, here or in a
 * proxy, makes ETags weak.
 */
export function hasTag(list: string | null, etag: string): boolean {
  return list?.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag) ?? false
}
