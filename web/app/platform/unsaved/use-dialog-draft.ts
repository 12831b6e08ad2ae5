import { useRef } from 'react'
import { useLocation } from 'react-router'
import { useViewer } from '../root-data.ts'
import { type FormDraft, findControl, findFormDraft, listTypedFields, saveFormDraft } from './form-drafts.ts'

/** Text fields and radio buttons. Browsers cannot restore a chosen file. */
const KEPT_FIELDS = 'textarea, input:not([type="hidden"], [type="file"], [type="checkbox"])'

/**
 * Keeps what a member types in the form of a dialog as long as the tab is open, and restores it when the dialog opens
 * again. `name` tells the dialogs of a page apart.
 */
export function useDialogDraft(name: string) {
  const form = useRef<HTMLFormElement>(null)
  const initial = useRef<FormDraft>(undefined)
  const viewer = useViewer()
  const { pathname } = useLocation()
  // Another member who signs in on this tab must not see it.
  const key = `${viewer?.id} ${pathname} ${name}`
  const ref = (element: HTMLFormElement | null) => {
    form.current = element
    if (!element || initial.current) return
    initial.current = readFields(element)
    for (const [field, value] of Object.entries(findFormDraft(key) ?? {})) {
      const control = findControl(element, field)
      if (control) control.value = value
    }
  }
  const save = () => {
    if (form.current) saveFormDraft(key, listTypedFields(initial.current ?? {}, readFields(form.current)))
  }
  return {
    ref,
    /** To be called after each input. */
    save,
    /** To be called when the form was sent or cancelled. */
    discard: () => saveFormDraft(key, {}),
  }
}

function readFields(form: HTMLFormElement): FormDraft {
  const names = [...form.querySelectorAll<HTMLInputElement>(KEPT_FIELDS)].map(({ name }) => name)
  return Object.fromEntries(names.map((name) => [name, findControl(form, name)?.value ?? '']))
}
