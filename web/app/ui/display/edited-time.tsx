import { formatDay, formatTime } from '#app/lib/format/dates.ts'

/** ", edited 3 March 2026, 10:15" after the time of a text. Nothing for a text that was never edited. */
export function EditedTime({ at }: { at: string | null }) {
  if (at === null) return null
  return (
    <>
      {', edited '}
      <time dateTime={at}>
        {formatDay(at)}, {formatTime(at)}
      </time>
    </>
  )
}
