import type { SpotDetail } from './spot-page.ts'

/** Whether members may review and comment: what is drafted, waiting or removed gathers no words. */
export function isOpenForWords({ status }: Pick<SpotDetail, 'status'>): boolean {
  return status === 'published' || status === 'closed'
}

/** Whether everybody may see it, search engines among them. */
export function isOpenToAll({ status, visibility }: Pick<SpotDetail, 'status' | 'visibility'>): boolean {
  return isOpenForWords({ status }) && visibility === 'public'
}
