/** The viewers of the matrix. The holder is a visitor who presents the secret of the link. */
export const VIEWERS = ['visitor', 'stranger', 'author', 'moderator', 'holder'] as const
export type Viewer = (typeof VIEWERS)[number]

export const VISIBILITIES = ['public', 'members', 'link', 'private'] as const
export type Visibility = (typeof VISIBILITIES)[number]

export const STATUSES = ['draft', 'pending', 'published', 'closed', 'removed'] as const
export type Status = (typeof STATUSES)[number]

/** The visibility rule of the product, implemented a second time independently. */
export function mayRead(viewer: Viewer, visibility: Visibility, status: Status): boolean {
  if (viewer === 'author') return true
  if (viewer === 'moderator') return visibility !== 'private'
  if (status !== 'published' && status !== 'closed') return false
  if (visibility === 'public') return true
  if (visibility === 'members') return viewer === 'stranger'
  return visibility === 'link' && viewer === 'holder'
}
