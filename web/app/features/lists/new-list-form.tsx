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
  onMade,
}: {
  action: string
  known: SaveTarget[]
  onMade: (list: SaveTarget) => void
}) {
  const fetcher = useFetcher<SaveResponse>()
  const existing = useFetcher<SaveResponse>()
  const form = useRef<HTMLFormElement>(null)
  const { data } = fetcher
  const rejection = data?.rejection
  const typed = rejection?.values.title?.trim().toLowerCase()
  const twin = known.find(({ title }) => title.trim().toLowerCase() === typed)
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each response
  useEffect(() => {
    if (!data?.savedTo) return
    const { id, title } = data.savedTo
    onMade({ ...NEW_LIST, id, title })
    form.current?.reset()
  }, [data])
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
          aria-invalid={rejection ? true : undefined}
          aria-describedby={rejection ? 'new-list-error' : undefined}
        />
        <Button type="submit" name="intent" value="new-list" busy={fetcher.state !== 'idle'} busyLabel="Creating">
          Create
        </Button>
      </fetcher.Form>
      {rejection && (
        <p className="field-error" id="new-list-error" role="alert">
          {rejection.fieldErrors.title ?? rejection.message}{' '}
          {twin && !twin.is_on && !existing.data && (
            <button
              type="button"
              className="link"
              onClick={() =>
                void existing.submit({ intent: 'set-list', list: twin.id, on: 'true' }, { method: 'post', action })
              }
            >
              Save to it?
            </button>
          )}
        </p>
      )}
    </div>
  )
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
