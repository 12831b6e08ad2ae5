import type { StoryIdentity } from './story-commands.ts'
import type { LocalCopies, StoryDraft } from './story-draft-store.ts'

/**
 * Returns the key of the copy on this device. While the writer has to choose a version, the other tab must not
 * overwrite or delete this copy.
 */
export function toLocalKey({ id }: StoryIdentity, hasNewer = false): string {
  return `${id ?? 'new'}${hasNewer ? ' newer' : ''}`
}

/** Returns the copy on this device; a copy that waits for a choice comes first. */
export async function findLocalCopy(copies: LocalCopies, identity: StoryIdentity): Promise<StoryDraft | undefined> {
  return (await copies.find(toLocalKey(identity, true))) ?? (await copies.find(toLocalKey(identity)))
}

/**
 * Changes the URL after the first save, so that a reload opens the draft on the server. The router does not navigate,
 * so the cursor stays in place.
 */
export function showAddress(id: string): void {
  const url = new URL(window.location.href)
  if (!url.pathname.endsWith('/submit')) return
  url.pathname = url.pathname.replace(/submit$/, `post/${id}/edit`)
  url.search = ''
  window.history.replaceState(window.history.state, '', url)
}
