import * as v from 'valibot'

const Choice = v.optional(v.picklist(['exclude', 'include', 'only']), 'exclude')

/** List options of newer clients that concern versions. */
export const VersionChoice = {
  noncurrentVersions: Choice,
  deleteMarkers: Choice,
  /** Matches only the object with exactly this key. */
  exactMatch: v.optional(v.boolean(), false),
}

/** Returns true when the client wants only old versions or delete markers. There are none. */
export function wantsOnlyOthers(body: { noncurrentVersions: string; deleteMarkers: string }): boolean {
  return body.noncurrentVersions === 'only' || body.deleteMarkers === 'only'
}
