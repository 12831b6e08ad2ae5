import Cloud from 'lucide-react/icons/cloud'
import CloudOff from 'lucide-react/icons/cloud-off'
import { href } from 'react-router'
import { formatTime, READER_ZONE } from '#app/lib/format/dates.ts'
import { formatNumber } from '#app/lib/format/numbers.ts'
import { rememberReturnTarget } from '#app/platform/guard/return-target.ts'
import type { DraftState } from './save-failure.ts'

/** Shows in one line where the draft is saved. */
export function DraftStateLine({
  state,
  storyId,
  excess,
}: {
  state: DraftState
  storyId: string | null
  /** The number of characters beyond the server's limit, if positive. */
  excess: number
}) {
  const isSafe = excess <= 0 && (state.kind === 'saved' || state.kind === 'saving' || state.kind === 'untouched')
  return (
    <p className="compose-state" role="status" data-kind={excess > 0 ? 'too-long' : state.kind}>
      {state.kind !== 'untouched' && (isSafe ? <Cloud aria-hidden="true" /> : <CloudOff aria-hidden="true" />)}
      <span>
        {excess > 0
          ? `Too long by ${formatNumber(excess)} characters. The end is saved on this device only.`
          : describe(state)}
      </span>
      {state.kind === 'signed-out' && (
        <a
          className="link"
          href={href('/auth/login')}
          target="_blank"
          rel="noopener"
          onClick={() => rememberThisStory(storyId)}
        >
          Sign in
        </a>
      )}
    </p>
  )
}

function describe(state: DraftState): string {
  switch (state.kind) {
    case 'untouched':
      return ''
    case 'saving':
      return 'Saving'
    case 'saved':
      return `Saved ${formatTime(state.at, READER_ZONE)}`
    case 'offline':
      return 'Saved on this device. You are offline.'
    case 'signed-out':
      return 'Not saved: signed out. Open a new tab and sign in; nothing is lost.'
    case 'failed':
      return 'Saved on this device. The server could not be reached; trying again.'
    case 'rejected':
      return `Saved on this device only. ${state.message}`
    case 'newer':
      return 'Not saved: there is a newer version'
  }
}

/** Makes the sign-in page return to this story. */
function rememberThisStory(storyId: string | null): void {
  const target = storyId ? href('/post/:slug/edit', { slug: storyId }) : `${href('/submit')}?kind=story`
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = rememberReturnTarget(target)
}
