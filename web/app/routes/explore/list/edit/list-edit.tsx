import Plus from 'lucide-react/icons/plus'
import { useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { formatTime, READER_ZONE } from '#app/lib/format/dates.ts'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import type { ListPage } from '../list-page.ts'
import { withParameter } from '../list-search.ts'
import { ListChanges } from './list-changes.tsx'
import { ListDetails, saveAudience } from './list-details.tsx'
import { ListRows } from './list-rows.tsx'
import { PresentMembers } from './present-members.tsx'
import { RemovedRow } from './removed-row.tsx'
import { SavedContext } from './use-saved.ts'

/** The list column in edit mode: title and details for the owner, rows to order, note and remove. */
export function ListEdit({
  page,
  now,
  onActive,
}: {
  page: ListPage
  now: number
  onActive: (id: string | null) => void
}) {
  const [parameters] = useSearchParams()
  const [savedAt, setSavedAt] = useState<number | null>(null)
  const details = useRef<HTMLFormElement>(null)
  const isOwner = page.role === 'owner'
  return (
    <SavedContext value={setSavedAt}>
      <div className="list-edit">
        <div className="list-edit-head">
          <h1 className="title">Edit list</h1>
          <PresentMembers page={page} />
          {page.list.kind !== 'been' && (
            <TextLink to={withParameter(parameters, 'do', 'people')} preventScrollReset defaultShouldRevalidate={false}>
              Collaborators
            </TextLink>
          )}
        </div>
        {isOwner && <ListDetails page={page} form={details} />}
        {page.items.length === 0 && (
          <p className="list-empty">Nothing on this list yet. Save a spot to it, or add one here.</p>
        )}
        <ListRows listId={page.list.id} items={page.items} onActive={onActive} />
        {page.removed.length > 0 && (
          <ul className="edit-rows" aria-label="Removed from the map">
            {page.removed.map((item) => (
              <RemovedRow key={item.spot_id} item={item} />
            ))}
          </ul>
        )}
        {page.members.length > 0 && <ListChanges changes={page.changes} now={now} />}
        {isOwner && page.list.kind === 'own' && (
          <p className="list-edit-danger">
            <TextLink to={withParameter(parameters, 'do', 'delete')} preventScrollReset defaultShouldRevalidate={false}>
              Delete this list
            </TextLink>
          </p>
        )}
      </div>
      <div className="list-edit-foot">
        <LinkButton
          icon={<Plus />}
          to={withParameter(parameters, 'do', 'add')}
          preventScrollReset
          defaultShouldRevalidate={false}
        >
          Add a spot
        </LinkButton>
        <span className="list-saved" role="status">
          {savedAt !== null && `Saved ${formatTime(savedAt, READER_ZONE)}`}
        </span>
        <LinkButton
          variant="primary"
          to={withParameter(parameters, 'edit', null)}
          onClick={() => saveAudience(details.current, page)}
        >
          Done
        </LinkButton>
      </div>
    </SavedContext>
  )
}
