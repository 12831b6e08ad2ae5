import { useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'
import { CONTENT_LIMITS } from '#app/lib/content-limits.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { TextInput } from '#app/ui/forms/text/text-input.tsx'
import type { SaveTarget } from './save-chooser-data.ts'
import type { SaveResponse } from './save-commands.ts'

/** Creates a private list with the spot on it. If the member has a list of this title, it offers that one. */
export function NewListForm({
  action,
  known,
  onSaved,
}: {
  action: string
  /** The member's lists as they are now. */
  known: SaveTarget[]
  /** Called with the list that the spot was put on: a new one, or a known one. */
  onSaved: (list: SaveTarget) => void
}) {
  const fetcher = useFetcher<SaveResponse>()
  const form = useRef<HTMLFormElement>(null)
  const { data } = fetcher
  const rejection = data?.rejection
  const error = rejection?.fieldErrors.title ?? rejection?.message
  const typed = rejection?.values.title?.trim().toLowerCase()
  const twin = known.find(({ title }) => title.trim().toLowerCase() === typed)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each response
  useEffect(() => {
    if (!data?.savedTo) return
    const { id, title } = data.savedTo
    onSaved(addSpot(known.find((list) => list.id === id)) ?? { ...NEW_LIST, id, title })
    form.current?.reset()
  }, [data])
  const saveTo = ({ id }: SaveTarget) =>
    void fetcher.submit({ intent: 'set-list', list: id, on: 'true' }, { method: 'post', action })
  return (
    <div className="new-list">
      <fetcher.Form method="post" action={action} ref={form} className="new-list-form">
        <TextInput
          name="title"
          aria-label="New list"
          placeholder="New list"
          autoComplete="off"
          required
          maxLength={CONTENT_LIMITS['lists.title']}
          defaultValue={rejection?.values.title}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? 'new-list-error' : undefined}
        />
        <Button type="submit" name="intent" value="new-list" busy={fetcher.state !== 'idle'} busyLabel="Creating">
          Create
        </Button>
      </fetcher.Form>
      {error && (
        <p className="field-error" id="new-list-error" role="alert">
          {error}{' '}
          {twin && !twin.is_on && (
            <button type="button" className="link" onClick={() => saveTo(twin)}>
              Save to it?
            </button>
          )}
        </p>
      )}
    </div>
  )
}

function addSpot(list: SaveTarget | undefined): SaveTarget | undefined {
  return list && { ...list, is_on: true, item_count: list.item_count + Number(!list.is_on) }
}

const NEW_LIST = {
  kind: 'own',
  visibility: 'private',
  is_shared: false,
  item_count: 1,
  is_on: true,
  note: '',
  went_on: null,
} as const
