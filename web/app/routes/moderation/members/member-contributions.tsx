import { type FormEvent, useState } from 'react'
import { useSubmit } from 'react-router'
import { formatAgo } from '#app/lib/format/dates.ts'
import { formatCount } from '#app/lib/format/numbers.ts'
import { PageForm } from '#app/platform/navigation/page-form.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { Dialog } from '#app/ui/dialogs/dialog.tsx'
import { Confirmation } from '#app/ui/forms/confirmation.tsx'
import { keepFromSubmitting } from '#app/ui/forms/keep-from-submitting.ts'
import type { OpenedMember } from './members-schema.ts'

type Contribution = OpenedMember['contributions'][number]

/** A form that was submitted and waits for the answer of the dialog. */
interface Asked {
  form: FormData
  items: Contribution[]
  hasBan: boolean
}

/**
 * All content of a member with checkboxes and the buttons that remove the selection. A dialog shows the numbers first.
 */
export function MemberContributions({
  member,
  now,
  rejected,
}: {
  member: OpenedMember
  now: string
  /** The values of the form that was rejected, which comes back with the page without JavaScript. */
  rejected: Record<string, string> | undefined
}) {
  const { contributions } = member
  const selected = rejected?.items?.split(' ')
  const left = contributions.filter(({ status }) => status !== 'removed')
  const [asked, setAsked] = useState<Asked>()
  const submit = useSubmit()
  const ask = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    const form = new FormData(event.currentTarget, submitter)
    const chosen = new Set(form.getAll('item'))
    setAsked({ form, items: contributions.filter((item) => chosen.has(toKey(item))), hasBan: form.has('ban') })
  }
  return (
    <PageForm method="post" className="desk-made" onSubmit={ask} onKeyDown={keepFromSubmitting}>
      <input type="hidden" name="intent" value="remove-all" />
      <input type="hidden" name="member" value={member.id} />
      <h3 className="title text-h3">
        All contributions <span className="desk-note">{contributions.length}</span>
      </h3>
      {contributions.length === 0 && <p className="desk-note">Nothing public or waiting for review.</p>}
      <ul>
        {contributions.map((item) => (
          <li key={toKey(item)} className="desk-made-row">
            <label className="choice">
              <input
                type="checkbox"
                name="item"
                value={toKey(item)}
                defaultChecked={item.status !== 'removed' && (selected?.includes(toKey(item)) ?? true)}
                disabled={item.status === 'removed'}
              />
              <span dir="auto">{item.title}</span>
            </label>
            <span className="desk-note">{item.status === 'pending' ? 'waiting' : item.status}</span>
            <span className="desk-note">{formatAgo(item.at, new Date(now))}</span>
          </li>
        ))}
      </ul>
      {left.length > 0 && member.role === 'member' && (
        <div className="desk-spam">
          <h3 className="title text-h3">Remove all as spam</h3>
          <p>{describeItems(left)}. Undo for 30 days. The member reads why.</p>
          <Confirmation label="Yes, remove what is selected" />
          <div className="desk-filters">
            <input type="hidden" name="reason" value="Spam" />
            <Button type="submit" variant="danger" name="ban" value="yes">
              Remove selected and ban
            </Button>
            <Button type="submit" variant="danger">
              Remove selected
            </Button>
          </div>
        </div>
      )}
      {asked && (
        <RemovalDialog
          asked={asked}
          onClose={() => setAsked(undefined)}
          onConfirm={() => {
            setAsked(undefined)
            void submit(asked.form, { method: 'post' })
          }}
        />
      )}
    </PageForm>
  )
}

function RemovalDialog({
  asked: { items, hasBan },
  onClose,
  onConfirm,
}: {
  asked: Asked
  onClose: () => void
  onConfirm: () => void
}) {
  const count = formatCount(items.length, 'item')
  const onlyBan = hasBan && items.length === 0
  return (
    <Dialog
      open
      alert
      title={onlyBan ? 'Ban this member?' : `Remove ${count}${hasBan ? ' and ban' : ''}?`}
      description={[
        items.length > 0 ? `${describeItems(items)}.` : 'Nothing is selected.',
        hasBan && 'They are signed out everywhere and cannot sign in again.',
        'Everything can be undone for 30 days.',
      ]
        .filter(Boolean)
        .join(' ')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" onClick={onConfirm} disabled={items.length === 0 && !hasBan}>
            {hasBan ? 'Remove and ban' : 'Remove'}
          </Button>
        </>
      }
    />
  )
}

function toKey({ kind, id }: Contribution): string {
  return `${kind}:${id}`
}

const NOUNS: Record<string, [string, string]> = {
  spot: ['spot', 'spots'],
  post: ['story', 'stories'],
  photo: ['photo', 'photos'],
  review: ['review', 'reviews'],
  comment: ['comment', 'comments'],
  list: ['list', 'lists'],
}

/** Describes contributions: "14 items: 9 spots, 2 photos, 3 comments". */
function describeItems(items: Contribution[]): string {
  const parts = Object.entries(NOUNS).flatMap(([kind, [one, many]]) => {
    const count = items.filter((item) => item.kind === kind).length
    return count > 0 ? [formatCount(count, one, many)] : []
  })
  return `${formatCount(items.length, 'item')}: ${parts.join(', ')}`
}
