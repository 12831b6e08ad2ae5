import { MemberAvatar } from '#app/features/account/members/member-avatar.tsx'
import { classNames } from '#app/ui/class-names.ts'
import type { MentionCandidate } from './mention-candidates.ts'

const relationWords = { conversation: 'in this conversation', follow: 'you follow', other: '' } as const

/** The suggested members above the field. */
export function MentionList({
  listId,
  found,
  active,
  choose,
}: {
  listId: string
  found: readonly MentionCandidate[]
  active: number
  choose: (candidate: MentionCandidate) => void
}) {
  return (
    <div className="popup mention-list" role="listbox" id={listId} aria-label="Members">
      {found.map((candidate, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus and handles the keys
        <div
          key={candidate.id}
          role="option"
          tabIndex={-1}
          id={`${listId}-${index}`}
          aria-selected={index === active}
          className={classNames('option mention-option', index === active && 'is-active')}
          // The field would lose the focus, and the list with it.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => choose(candidate)}
        >
          <MemberAvatar id={candidate.id} url={candidate.avatar_url} size={26} />
          <span className="min-w-0">
            <b dir="auto">{candidate.username}</b>{' '}
            <span className="option-context">{relationWords[candidate.relation]}</span>
          </span>
        </div>
      ))}
    </div>
  )
}
