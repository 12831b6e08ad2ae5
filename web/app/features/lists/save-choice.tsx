import Bookmark from 'lucide-react/icons/bookmark'
import Check from 'lucide-react/icons/check'
import Flag from 'lucide-react/icons/flag'
import ListIcon from 'lucide-react/icons/list'
import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import { CONTENT_LIMITS } from '#app/lib/content-limits.ts'
import { formatDay } from '#app/lib/format/dates.ts'
import { pickPlural } from '#app/lib/format/numbers.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { classNames } from '#app/ui/class-names.ts'
import { TextField } from '#app/ui/forms/text/text-field.tsx'
import type { SaveTarget } from './save-chooser-data.ts'
import type { SaveResponse } from './save-commands.ts'
import { VisibilityIcon, visibilityWords } from './visibility-icon.tsx'

const icons = { want: Bookmark, been: Flag, own: ListIcon }

/** One list of the chooser. The whole row is the checkbox. */
export function SaveChoice({
  list,
  action,
  isLastUsed,
  onToggle,
}: {
  list: SaveTarget
  action: string
  isLastUsed: boolean
  onToggle: (isOn: boolean) => void
}) {
  const fetcher = useFetcher<SaveResponse>()
  const Icon = icons[list.kind]
  const rejection = fetcher.data?.rejection?.message
  const [settled, setSettled] = useState(list.is_on)
  const isOn = fetcher.formData ? fetcher.formData.get('on') === 'true' : settled
  const { data } = fetcher
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each response
  useEffect(() => {
    // A second press aborts the first submission, whose response then never arrives.
    if (data?.savedTo?.isOn !== undefined) setSettled(data.savedTo.isOn)
    if (data?.rejection) onToggle(settled)
  }, [data])
  // The member may also have put the spot on the list by typing the title of the list in the form for a new one.
  useEffect(() => setSettled(list.is_on), [list])
  const count = list.item_count + Number(isOn) - Number(list.is_on)
  return (
    <li className={classNames('save-choice', isLastUsed && list.kind === 'own' && 'is-last')}>
      <fetcher.Form method="post" action={action} onSubmit={() => onToggle(!isOn)}>
        <input type="hidden" name="list" value={list.id} />
        <input type="hidden" name="on" value={String(!isOn)} />
        {/* biome-ignore lint/a11y/useSemanticElements: a checkbox cannot send its form without JavaScript */}
        <button
          type="submit"
          name="intent"
          value="set-list"
          className="save-toggle"
          role="checkbox"
          aria-checked={isOn}
        >
          <span className="save-box" aria-hidden="true">
            {isOn && <Check size={16} />}
          </span>
          <Icon size={20} aria-hidden="true" />
          <span className="save-title">
            <span dir="auto">{list.title}</span>
            {isLastUsed && list.kind === 'own' && <small>Last used</small>}
          </span>
          <span className="save-count">
            <VisibilityIcon visibility={list.visibility} isShared={list.is_shared} />
            <span className="sr-only">, visible to {visibilityWords[list.visibility]}, </span>
            {count}
            <span className="sr-only"> {pickPlural(count, 'spot', 'spots')}</span>
          </span>
        </button>
      </fetcher.Form>
      {rejection && (
        <p className="field-error" role="alert">
          {rejection}
        </p>
      )}
      {isOn && list.kind === 'been' && <WentOn list={list} action={action} />}
      {isOn && list.kind !== 'been' && isLastUsed && <Note list={list} action={action} />}
    </li>
  )
}

function Note({ list, action }: { list: SaveTarget; action: string }) {
  const { Form, state, data } = useFetcher<SaveResponse>()
  return (
    <details className="save-extra">
      <summary className="link">{list.note ? 'Change the note' : 'Add a note'}</summary>
      <Form method="post" action={action}>
        <input type="hidden" name="list" value={list.id} />
        <TextField
          label={`Note on ${list.title}`}
          name="note"
          defaultValue={list.note}
          maxLength={CONTENT_LIMITS['list_items.note']}
          error={data?.rejection?.fieldErrors.note ?? data?.rejection?.message}
        />
        <Button type="submit" name="intent" value="list-note" size="small" busy={state !== 'idle'}>
          {data && !data.rejection ? 'Note saved' : 'Save note'}
        </Button>
      </Form>
    </details>
  )
}

/** Returns the current day in the time zone of the browser, as date fields have it. */
function writeToday(): string {
  const now = new Date()
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10)
}

function WentOn({ list, action }: { list: SaveTarget; action: string }) {
  const { Form, state, data, formData } = useFetcher<SaveResponse>()
  // The lists of the popup are not loaded again, so the saved day is only known here.
  const [sent, setSent] = useState<string>()
  const saved = data && !data.rejection ? sent : undefined
  const day = formData?.get('went_on')?.toString() ?? saved ?? list.went_on ?? writeToday()
  return (
    <details className="save-extra">
      <summary className="link">Went {formatDay(day)} · change date</summary>
      <Form
        method="post"
        action={action}
        onSubmit={({ currentTarget }) => setSent(String(new FormData(currentTarget).get('went_on')))}
      >
        <input type="hidden" name="list" value={list.id} />
        <TextField
          label="Day of your visit"
          name="went_on"
          type="date"
          defaultValue={day}
          error={data?.rejection?.fieldErrors.went_on ?? data?.rejection?.message}
        />
        <Button type="submit" name="intent" value="went" size="small" busy={state !== 'idle'}>
          {data && !data.rejection ? 'Date saved' : 'Save date'}
        </Button>
      </Form>
    </details>
  )
}
