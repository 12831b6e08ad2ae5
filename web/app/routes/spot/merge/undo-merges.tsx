import { MemberLink } from '#app/features/account/members/member-link.tsx'
import type { MergePage } from '#app/features/spots/merge/merge-page.ts'
import { formatDay } from '#app/lib/format/dates.ts'
import { PageForm } from '#app/platform/navigation/page-form.tsx'
import { Button } from '#app/ui/buttons/button.tsx'

/** The merges of the last 30 days, each with a button that undoes it. */
export function UndoMerges({ merges }: Pick<MergePage, 'merges'>) {
  if (merges.length === 0) return null
  return (
    <section aria-labelledby="merges-title" className="merges">
      <h2 id="merges-title" className="title text-h3">
        Merged into this spot
      </h2>
      <ul>
        {merges.map(({ id, title, created_at, author }) => (
          <li key={id} className="merges-row">
            <span>
              <b dir="auto">{title}</b>, by <MemberLink member={author} /> on {formatDay(created_at)}
            </span>
            <PageForm method="post">
              <Button type="submit" name="undo" value={id}>
                Undo this merge
              </Button>
            </PageForm>
          </li>
        ))}
      </ul>
    </section>
  )
}
