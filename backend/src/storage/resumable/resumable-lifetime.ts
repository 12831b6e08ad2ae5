/** A client may go on with an upload for a day. */
export const RESUMABLE_LIFETIME_MS = 24 * 60 * 60 * 1000
