import type { HistoryPage, Revision } from './spot-history-page.ts'

/** Returns true if the viewer may restore a part of what a revision changed. */
export function mayRestore(
  { may_restore, is_own, restorable_photos }: Pick<HistoryPage, 'may_restore' | 'is_own' | 'restorable_photos'>,
  { changes }: Pick<Revision, 'changes'>,
): boolean {
  return (
    may_restore &&
    Object.entries(changes).some(([field, change]) => {
      // The status has its own buttons, and photos that their author deleted cannot be restored.
      if (field === 'status') return false
      const { from } = change ?? {}
      if (field === 'photos') return Array.isArray(from) && from.some((id) => restorable_photos.includes(id))
      // Only its author decides who sees a spot, and how exactly.
      return is_own || !(field === 'visibility' || (field === 'precision' && from === 'exact'))
    })
  )
}
