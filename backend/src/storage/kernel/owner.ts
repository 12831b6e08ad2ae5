const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** `ownerId` is the subject unchanged; `owner` is the subject if it is a UUID. */
export interface Owner {
  owner: string | null
  ownerId: string | null
}

/** Returns the owner for a claim `sub`. The deprecated column `owner` accepts UUIDs only. */
export function toOwner(subject: unknown): Owner {
  if (typeof subject !== 'string') return { owner: null, ownerId: null }
  return { owner: UUID.test(subject) ? subject : null, ownerId: subject }
}
