import * as v from 'valibot'

/** A date of an archive: ISO 8601 with a time. Undefined if it is missing or not valid, so that only the date is lost. */
export const ArchiveDate = v.fallback(v.optional(v.pipe(v.string(), v.isoTimestamp())), undefined)
