import { MemberLink } from '#app/features/account/members/member-link.tsx'
import type { TextDifference } from '#app/features/history/compare-texts.ts'
import { TextDifferenceView } from '#app/features/history/text-difference.tsx'
import { PageForm } from '#app/platform/navigation/page-form.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { Moment } from '#app/ui/display/moment.tsx'
import { listOtherStoryChanges } from './story-changes.ts'
import type { StoryRevision } from './story-history-page.ts'

/** One change of a story, field by field and word by word. */
export function RevisionRow({
  revision: { id, author, created_at, restores, changes },
  differences,
  mayRestore,
  isOwn,
}: {
  revision: StoryRevision
  differences: readonly { label: string; difference: TextDifference }[]
  mayRestore: boolean
  isOwn: boolean
}) {
  // Only its author decides who sees a story.
  const fixed = isOwn ? ['status'] : ['status', 'visibility']
  const canRestore = mayRestore && Object.keys(changes).some((field) => !fixed.includes(field))
  const others = listOtherStoryChanges(changes)
  return (
    <li className="row block py-4">
      <h2 className="title text-h3">
        <Moment at={created_at} />
      </h2>
      <p className="text-small text-ink-2">
        <MemberLink member={author} />
        {restores !== null && ' restored an earlier version'}
      </p>
      {others.length > 0 && <p className="mt-3">{others.join(' · ')}</p>}
      {differences.map(({ label, difference }) => (
        <section key={label} aria-label={label} className="mt-3">
          <h3 className="text-small text-ink-2">{label}</h3>
          <TextDifferenceView difference={difference} isCompact={label === 'Text'} />
        </section>
      ))}
      {canRestore && (
        <PageForm method="post" className="mt-3">
          <input type="hidden" name="revision" value={id} />
          <Button type="submit">Restore the previous version</Button>
        </PageForm>
      )}
    </li>
  )
}
