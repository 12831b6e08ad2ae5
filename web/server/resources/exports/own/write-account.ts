import { ARCHIVE_VERSION } from './archive-schemas.ts'
import type { SiteOfArchive } from './archive-texts.ts'
import type { ExportPart, ExportReader } from './export-reader.ts'
import type { PlacedPhoto } from './pack-photos.ts'

const ACCOUNT_PARTS: Exclude<ExportPart, 'profile' | 'spots' | 'list_items'>[] = [
  ...(['lists', 'posts', 'reviews', 'comments', 'follows', 'blocks', 'notifications', 'photos'] as const),
  ...(['suggestions', 'reports', 'post_drafts'] as const),
  ...(['notification_preferences', 'mail_schedules', 'list_memberships'] as const),
]

/** Writes everything except the spots, row by row, because there may be many notifications and comments. */
export async function* writeAccount(
  read: ExportReader,
  { siteName, siteUrl }: SiteOfArchive,
  { profile, photos }: { profile: object | null; photos: PlacedPhoto[] },
): AsyncGenerator<string> {
  const fileOf = new Map(photos.map(({ photo, file }) => [photo.id, file]))
  const start = { format: 'hereabouts', version: ARCHIVE_VERSION, exported_at: new Date().toISOString() }
  const whole = { ...start, site: { name: siteName, url: siteUrl }, profile }
  yield JSON.stringify(whole, null, 2).slice(0, -2)
  for (const part of ACCOUNT_PARTS) {
    yield `,\n  "${part}": [`
    let isFirst = true
    for await (const rows of read(part)) {
      // The spots of reviews are in their own file, with their positions.
      const texts = rows.map(({ spot: _, ...row }) => {
        const file = part === 'photos' && { file: fileOf.get(String(row.id)) }
        return `\n    ${JSON.stringify({ ...row, ...file })}`
      })
      if (texts.length > 0) yield (isFirst ? '' : ',') + texts.join(',')
      isFirst &&= texts.length === 0
    }
    yield '\n  ]'
  }
  yield '\n}\n'
}
