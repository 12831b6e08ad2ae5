import type { RefObject } from 'react'
import { VisibilityIcon, visibilityWords } from '#app/features/lists/visibility-icon.tsx'
import { CONTENT_LIMITS } from '#app/lib/content-limits.ts'
import { useEarlyToast } from '#app/platform/use-early-toast.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { RadioGroup } from '#app/ui/forms/choices/radio-group.tsx'
import { SelectField } from '#app/ui/forms/choices/select-field.tsx'
import { TextAreaField } from '#app/ui/forms/text/text-area-field.tsx'
import { TextField } from '#app/ui/forms/text/text-field.tsx'
import type { ListPage } from '../list-page.ts'
import { useSavedForm } from './use-saved.ts'
import { useSavedText } from './use-saved-text.ts'

const AUDIENCES = [
  { value: 'public', label: 'Everyone' },
  { value: 'members', label: 'Members' },
  { value: 'link', label: 'Anyone with the link', hint: 'It appears in no search, feed or profile.' },
  { value: 'private', label: 'Only me', hint: 'And your collaborators.' },
] as const

/** Title, description, audience and cover of a list. Texts are saved when their field is left. */
export function ListDetails({ page, form }: { page: ListPage; form: RefObject<HTMLFormElement | null> }) {
  const { list } = page
  const { Form, isBusy, rejection } = useSavedForm('details')
  const title = useSavedText<HTMLInputElement>(list.title)
  const description = useSavedText<HTMLTextAreaElement>(list.description)
  return (
    <>
      <Form ref={form} method="post" className="list-details" noValidate>
        {rejection?.message && <Notice kind="bad">{rejection.message}</Notice>}
        <TextField
          ref={title}
          label="Title"
          name="title"
          defaultValue={rejection?.values.title ?? list.title}
          maxLength={CONTENT_LIMITS['lists.title']}
          error={rejection?.fieldErrors.title}
          onBlur={({ currentTarget }) => currentTarget.value.trim() !== list.title && submitDetails(currentTarget.form)}
        />
        <details className="list-more">
          <summary>
            <span className="list-audience">
              <VisibilityIcon visibility={list.visibility} isShared={page.members.length > 0} />
              Visible to {visibilityWords[list.visibility]}
            </span>
            <span className="link">Visibility and description</span>
          </summary>
          {/* The keys adopt values that another tab saved, so that saving a new title does not undo them. */}
          <RadioGroup
            key={list.visibility}
            legend="Who can see it"
            name="visibility"
            options={AUDIENCES}
            defaultValue={list.visibility}
          />
          <TextAreaField
            ref={description}
            label="Description"
            name="description"
            optional
            defaultValue={rejection?.values.description ?? list.description}
            maxLength={CONTENT_LIMITS['lists.description']}
            error={rejection?.fieldErrors.description}
            onBlur={({ currentTarget }) =>
              currentTarget.value.trim() !== list.description && submitDetails(currentTarget.form)
            }
          />
          <Button type="submit" name="intent" value="details" busy={isBusy} busyLabel="Saving">
            Save
          </Button>
        </details>
      </Form>
      {page.items.length > 0 && <CoverForm page={page} />}
    </>
  )
}

/** Saves an audience that was chosen without pressing Save. Moving through the choices by arrow keys must not save any. */
export function saveAudience(form: HTMLFormElement | null, { list }: ListPage): void {
  if (form && new FormData(form).get('visibility') !== list.visibility) submitDetails(form)
}

/** Presses the button, so that the form is sent with its intent. */
function submitDetails(form: HTMLFormElement | null) {
  form?.requestSubmit(form.querySelector<HTMLButtonElement>('button[value="details"]'))
}

/** Chooses the spot whose picture is the cover. */
function CoverForm({ page: { items } }: { page: ListPage }) {
  const { Form, isBusy, response } = useSavedForm('cover')
  useEarlyToast(response)
  return (
    <details className="list-more">
      <summary>
        <span className="link">Cover</span>
      </summary>
      <Form method="post" className="list-cover-form">
        <SelectField
          label="Picture of"
          name="cover"
          defaultValue={items.find(({ is_cover }) => is_cover)?.spot.id ?? ''}
        >
          <option value="">The first spot</option>
          {items.map(({ spot }) => (
            <option key={spot.id} value={spot.id}>
              {spot.title}
            </option>
          ))}
        </SelectField>
        <Button type="submit" name="intent" value="cover" busy={isBusy} busyLabel="Saving">
          Save cover
        </Button>
      </Form>
    </details>
  )
}
