import { href } from 'react-router'
import type { SpotDraft } from '#app/features/spots/draft/spot-draft.ts'
import { formatAgo } from '#app/lib/format/dates.ts'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'

/** Notice that an earlier draft was restored, with a button to start over. */
export function FoundDraftNotice({
  found,
  publishedAs,
  onGoOn,
  onStartOver,
}: {
  found: SpotDraft | undefined
  /** The spot that another tab published from the draft. */
  publishedAs: string | undefined
  onGoOn: () => void
  onStartOver: () => void
}) {
  const startOver = (
    <button type="button" className="link" onClick={onStartOver}>
      start over
    </button>
  )
  if (publishedAs) {
    return (
      <Notice kind="ok">
        This spot was published in another tab. <TextLink to={href('/spot/:id', { id: publishedAs })}>View it</TextLink>{' '}
        or {startOver} with another one.
      </Notice>
    )
  }
  if (!found) return null
  return (
    <Notice kind="ok">
      Your draft{found.fields.title && <b dir="auto"> {found.fields.title}</b>} was restored
      {found.keptAt !== null && `, kept ${formatAgo(found.keptAt)}`}.{' '}
      <button type="button" className="link" onClick={onGoOn}>
        Continue
      </button>{' '}
      or {startOver}.
    </Notice>
  )
}
