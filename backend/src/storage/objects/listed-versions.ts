import * as v from 'valibot'

const Choice = v.optional(v.picklist(['exclude', 'include', 'only']), 'exclude')

/** What newer clients say of versions when they list. */
export const VersionChoice = {
  noncurrentVersions: Choice,
  deleteMarkers: Choice,
  /** Only the object of exactly that key. */
  exactMatch: v.optional(v.boolean(), false),
}

/** An object has one version, and none is a mark of deletion: who wants nothing but the others gets nothing. */
export function wantsOnlyOthers(body: { noncurrentVersions: string; deleteMarkers: string }): boolean {
  return body.noncurrentVersions === 'only' || body.deleteMarkers === 'only'
}
