import { describeOverflow } from '#app/features/imports/draft-rows.ts'
import type { FilesReading } from '#app/features/imports/reading/read-files.ts'
import { formatCount, pickPlural } from '#app/lib/format/numbers.ts'
import { Notice } from '#app/ui/feedback/notice.tsx'

/** Warnings about the files, and facts about what will be imported with the places. */
export function ImportNotes({ reading }: { reading: FilesReading }) {
  const { readings, problems, archive } = reading
  const overflow = describeOverflow(reading)
  const reviews = readings.flatMap(({ places }) => places).filter(({ details }) => details?.review).length
  const photos = readings.flatMap(({ places }) => places).reduce((sum, place) => sum + countPhotos(place), 0)
  const sources = new Map(
    readings
      .flatMap(({ places }) => places)
      .flatMap(({ attribution: from }) => (from ? [[from.name, from.license_name]] : [])),
  )
  const others = readings.reduce((sum, { otherCount }) => sum + otherCount, 0)
  const facts = [
    ...(archive ? [describeArchive(archive.lists.length, archive.stories.length, reviews)] : []),
    ...(photos > 0 ? [`${formatCount(photos, 'photo')} will be imported with the places.`] : []),
    ...[...sources].map(([name, license]) => `Places from ${name} keep their source and licence, ${license}.`),
    ...(others > 0 ? [describeOthers(others)] : []),
  ]
  const warnings = [
    ...problems.map(({ file, reason }) => `${file}: ${reason}`),
    ...readings.flatMap(({ file, notes: all }) => all.map((note) => `${file}: ${note}`)),
    ...(overflow ? [overflow] : []),
  ]
  return (
    <>
      {[...new Set(warnings)].map((note) => (
        <Notice key={note} kind="warn">
          <span dir="auto">{note}</span>
        </Notice>
      ))}
      {facts.map((note) => (
        <p key={note} className="text-small text-ink-2">
          {note}
        </p>
      ))}
    </>
  )
}

function describeOthers(count: number): string {
  return pickPlural(
    count,
    'One track, line, area or film is skipped, because it is not a place.',
    `${count} tracks, lines, areas or films are skipped, because they are not places.`,
  )
}

function countPhotos({ photos = [] }: { photos?: { reason?: string }[] }): number {
  return photos.filter(({ reason }) => !reason).length
}

/** Describes the lists, reviews and stories of a Hereabouts archive. */
function describeArchive(lists: number, stories: number, reviews: number): string {
  const parts = [
    ...(lists > 0 ? [formatCount(lists, 'list')] : []),
    ...(reviews > 0 ? [formatCount(reviews, 'review')] : []),
    ...(stories > 0 ? [formatCount(stories, 'story', 'stories')] : []),
  ]
  if (parts.length === 0) return 'This is a Hereabouts export.'
  return `This is a Hereabouts export. ${parts.join(', ').replace(/, ([^,]*)$/, ' and $1')} will be imported too.`
}
