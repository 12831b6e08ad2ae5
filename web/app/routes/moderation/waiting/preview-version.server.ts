import { createHash } from 'node:crypto'
import type { PhotoSummary } from '#app/features/media/photo-summary.ts'
import type { OpenedItem } from './waiting-schema.ts'

/**
 * Returns a value that changes with what the author of an opened item can edit, so that a moderator approves only what
 * they have read. Reviews, saves and other activity do not change it.
 */
export function getPreviewVersion({ preview }: Pick<OpenedItem, 'preview'>): string {
  return createHash('sha256')
    .update(JSON.stringify(listContent(preview)))
    .digest('base64url')
    .slice(0, 22)
}

function listContent(preview: OpenedItem['preview']): unknown[] {
  if (!preview) return []
  if (!('spot' in preview)) {
    const { title, summary, body, tags, visibility, cover } = preview
    return [title, summary, body, tags, visibility, cover?.id]
  }
  const { spot, exact_point, photos } = preview
  const { title, category, tags, description, address, website, access, lng, lat, precision, visibility } = spot
  const point = [lng, lat, precision, exact_point]
  return [title, category, tags, description, address, website, access, visibility, point, photos.map(listPhoto)]
}

function listPhoto({ id, alt_text, position }: PhotoSummary) {
  return [id, alt_text, position]
}
