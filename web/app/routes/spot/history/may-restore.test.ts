import { expect, test } from 'vitest'
import { mayRestore } from './may-restore.ts'

const author = { may_restore: true, is_own: true, restorable_photos: [] }
const moderator = { may_restore: true, is_own: false, restorable_photos: ['removed'] }
const others = { may_restore: false, is_own: false, restorable_photos: [] }

test.each([
  ['a new title', { title: { from: 'Mill', to: 'Old mill' } }, [true, true]],
  ['who sees the spot', { visibility: { from: 'public', to: 'members' } }, [true, false]],
  ['the exact position that is hidden now', { precision: { from: 'exact', to: 'area' } }, [true, false]],
  ['the area that was shown instead', { precision: { from: 'area', to: 'exact' } }, [true, true]],
  ['the status', { status: { from: 'published', to: 'closed' } }, [false, false]],
  ['a photo that a moderator removed', { photos: { from: ['removed'], to: [] } }, [false, true]],
  ['a photo that its author deleted', { photos: { from: ['deleted'], to: [] } }, [false, false]],
])('offers to restore %s to those who may', (_, changes, expected) => {
  expect([author, moderator].map((viewer) => mayRestore(viewer, { changes }))).toEqual(expected)
  expect(mayRestore(others, { changes })).toBe(false)
})
