/** The prefix of the storage keys of all drafts. */
const PREFIX = 'hereabouts:draft:'

/** The fields of a short form that differ from their saved values, by name. */
export type FormDraft = Record<string, string>

/** Returns the draft that was typed in this tab. */
export function findFormDraft(key: string): FormDraft | undefined {
  try {
    const draft: unknown = JSON.parse(sessionStorage.getItem(PREFIX + key) ?? 'null')
    return isFormDraft(draft) ? draft : undefined
  } catch {
    return undefined // Storage is disabled or contains another value.
  }
}

/** Stores a draft for as long as the tab is open. A draft without fields is deleted. */
export function saveFormDraft(key: string, draft: FormDraft): void {
  try {
    if (Object.keys(draft).length === 0) sessionStorage.removeItem(PREFIX + key)
    else sessionStorage.setItem(PREFIX + key, JSON.stringify(draft))
  } catch {
    // Storage is disabled or full, so there are no drafts.
  }
}

/** Deletes all drafts of this tab. */
export function deleteFormDrafts(): void {
  try {
    for (const key of Object.keys(sessionStorage)) if (key.startsWith(PREFIX)) sessionStorage.removeItem(key)
  } catch {
    // Storage is disabled, so there are no drafts.
  }
}

/** Returns the fields that differ from their saved values. White space around a text does not count. */
export function listTypedFields(saved: FormDraft, shown: FormDraft): FormDraft {
  return Object.fromEntries(
    Object.entries(saved).flatMap(([name, before]) => {
      const after = shown[name] ?? before
      return after.trim() === before.trim() ? [] : [[name, after]]
    }),
  )
}

/** Returns a text field, or the radio buttons of one name. */
export function findControl(form: HTMLFormElement | null, name: string): { value: string } | undefined {
  const control = form?.elements.namedItem(name)
  if (control instanceof RadioNodeList || control instanceof HTMLTextAreaElement) return control
  return control instanceof HTMLInputElement ? control : undefined
}

function isFormDraft(draft: unknown): draft is FormDraft {
  if (typeof draft !== 'object' || draft === null || Array.isArray(draft)) return false
  return Object.values(draft).every((value) => typeof value === 'string')
}
