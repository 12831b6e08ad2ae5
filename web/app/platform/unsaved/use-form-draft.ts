import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useViewer } from '../root-data.ts'
import { type FormDraft, findControl, findFormDraft, listTypedFields, saveFormDraft } from './form-drafts.ts'

/**
 * Keeps what a member types in a short form, for each page and as long as the tab is open, and restores it when the
 * form opens again. `name` distinguishes the forms of a page. `saved` holds the initial values of the fields to keep,
 * which must be uncontrolled.
 */
export function useFormDraft(name: string, saved: FormDraft) {
  const form = useRef<HTMLFormElement>(null)
  const initial = useRef(saved)
  const viewer = useViewer()
  const { pathname } = useLocation()
  // Another member who signs in on this tab must not see it.
  const key = `${viewer?.id} ${pathname} ${name}`
  useEffect(() => {
    for (const [field, value] of Object.entries(findFormDraft(key) ?? {})) {
      const control = findControl(form.current, field)
      // Text that was typed before hydration is newer.
      if (control && control.value === initial.current[field]) control.value = value
    }
  }, [key])
  return {
    form,
    /** To be called after each input. */
    save: () => saveFormDraft(key, listTypedFields(initial.current, readFields(form.current, initial.current))),
    /** To be called when the form was sent or cancelled. */
    discard: () => saveFormDraft(key, {}),
  }
}

function readFields(form: HTMLFormElement | null, saved: FormDraft): FormDraft {
  const fields = Object.keys(saved).map((name) => [name, findControl(form, name)?.value ?? saved[name]])
  return Object.fromEntries(fields)
}
