import { Moment } from './moment.tsx'

/** ", edited 3 March 2026, 10:15" after the time of a text. Nothing for a text that was never edited. */
export function EditedTime({ at }: { at: string | null }) {
  if (at === null) return null
  return (
    <>
      {', edited '}
      <Moment at={at} />
    </>
  )
}
