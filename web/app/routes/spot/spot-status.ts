import type { SpotDetail } from './spot-page.ts'

/** Returns true if members may review and comment, which drafts, pending and removed spots do not allow. */
export function isOpenForWords({ status }: Pick<SpotDetail, 'status'>): boolean {
  return status === 'published' || status === 'closed'
}

/** Returns true if everyone may see the spot, including search engines. */
export function isOpenToAll({ status, visibility }: Pick<SpotDetail, 'status' | 'visibility'>): boolean {
  return isOpenForWords({ status }) && visibility === 'public'
}
