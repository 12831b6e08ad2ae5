const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** `owner` only when the subject is a UUID; `ownerId` is the subject, whatever it is. */
export interface Owner {
  owner: string | null
  ownerId: string | null
}

/** Who an object belongs to, from the claim `sub`. The deprecated column takes UUIDs only. */
export function toOwner(subject: unknown): Owner {
  if (typeof subject !== 'string') return { owner: null, ownerId: null }
  return { owner: UUID.test(subject) ? subject : null, ownerId: subject }
}
