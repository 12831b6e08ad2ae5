import { href, useFetcher, useSearchParams } from 'react-router'
import { MemberLink } from '#app/features/account/members/member-link.tsx'
import { SheetPicture } from '#app/features/covers/sheet-picture.tsx'
import { listUrl } from '#app/features/lists/list-url.ts'
import { VisibilityIcon, visibilityWords } from '#app/features/lists/visibility-icon.tsx'
import { SpotPicture } from '#app/features/spots/cards/spot-picture.tsx'
import { CONTENT_LIMITS } from '#app/lib/content-limits.ts'
import { formatCount } from '#app/lib/format/numbers.ts'
import type { IntentResponse } from '#app/lib/intent-form.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { LinkButton } from '#app/ui/buttons/link-button.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { TextField } from '#app/ui/forms/text/text-field.tsx'
import { CardFrame } from '#app/ui/layout/card-frame.tsx'
import { CardGrid } from '#app/ui/layout/card-grid.tsx'
import { CardLine } from '#app/ui/layout/card-line.tsx'
import type { OwnList } from './own-lists-data.ts'
import './own-lists.css'

/** The member's own lists and those they collaborate on, with a form for a new one. */
export function OwnLists({ lists }: { lists: OwnList[] }) {
  const [parameters] = useSearchParams()
  const deleted = parameters.get('deleted')
  return (
    <>
      {deleted && !lists.some(({ id }) => id === deleted) && <Deleted list={deleted} />}
      <NewList />
      <CardGrid className="own-lists">
        {lists.map((list) => (
          <OwnListCard key={list.id} list={list} />
        ))}
      </CardGrid>
    </>
  )
}

function OwnListCard({ list }: { list: OwnList }) {
  const { author, visibility, is_shared } = list
  return (
    <CardFrame to={listUrl(list.id)} title={list.title} headingLevel="h2" picture={<ListPicture list={list} />}>
      <CardLine>
        <span>{formatCount(list.item_count, 'spot')}</span>
        <span className="own-list-audience">
          <VisibilityIcon visibility={visibility} isShared={is_shared} />
          <span className="sr-only">visible to </span>
          {visibility === 'private' && is_shared ? 'its collaborators' : visibilityWords[visibility]}
        </span>
      </CardLine>
      {author && (
        <CardLine>
          with <MemberLink member={author} className="above-link" />
        </CardLine>
      )}
      {!author && list.kind === 'own' && (
        <div className="above-link own-list-actions">
          <LinkButton size="small" to={`${listUrl(list.id)}&edit=1`} aria-label={`Edit ${list.title}`}>
            Edit
          </LinkButton>
          <LinkButton
            size="small"
            variant="quiet"
            to={`${listUrl(list.id)}&do=delete`}
            aria-label={`Delete ${list.title}`}
          >
            Delete
          </LinkButton>
        </div>
      )}
    </CardFrame>
  )
}

/** Up to three of its spots; a drawn cover for an empty list. */
function ListPicture({ list: { id, covers } }: { list: OwnList }) {
  if (covers.length === 0) return <SheetPicture sheet={`story-${id}`} formats={{ wide: 'card', phone: 'card' }} />
  return (
    <div className="own-list-pictures" data-count={covers.length}>
      {covers.map((spot, index) => (
        <div key={spot.id}>
          <SpotPicture spot={spot} format={index === 0 ? 'card' : 'thumb'} sizes="(width < 47.5rem) 50vw, 20rem" />
        </div>
      ))}
    </div>
  )
}

function NewList() {
  const { Form, data, state } = useFetcher<IntentResponse>()
  const rejection = data?.rejection
  return (
    <Form method="post" action={href('/account/lists')} className="own-list-new">
      <TextField
        label="New list"
        name="title"
        required
        autoComplete="off"
        defaultValue={rejection?.values.title}
        maxLength={CONTENT_LIMITS['lists.title']}
        error={rejection?.fieldErrors.title ?? rejection?.message}
      />
      <Button type="submit" name="intent" value="create" busy={state !== 'idle'} busyLabel="Creating">
        Create
      </Button>
    </Form>
  )
}

/** Moves the focus from the page of the list, which is gone, to the notice, which screen readers then read. */
function focusOnce(notice: HTMLDivElement | null): void {
  notice?.focus()
}

function Deleted({ list }: { list: string }) {
  const { Form, data, state } = useFetcher<IntentResponse>()
  return (
    <Notice kind="ok" className="own-list-deleted" tabIndex={-1} ref={focusOnce}>
      <Form method="post" action={href('/account/lists')}>
        <input type="hidden" name="list" value={list} />
        {data?.rejection?.message ?? 'The list was deleted.'}{' '}
        <button type="submit" name="intent" value="restore" className="link" aria-busy={state !== 'idle' || undefined}>
          Undo
        </button>
      </Form>
    </Notice>
  )
}
