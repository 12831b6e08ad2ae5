/** The input before hydration, as recorded by recordEarlyInput. */
interface EarlyInput {
  /** The value of each field, in the order of the first input. Undefined for buttons, links and forms. */
  kept: Map<Element, string | boolean | undefined>
  /** Returns true once the element is hydrated. */
  isLive: (element: Element) => boolean
}

declare global {
  interface Window {
    earlyInput?: EarlyInput
  }
}

/**
 * Replays input from before hydration in the parts of the page that are hydrated by now. React has not seen this input,
 * and its next rendering would overwrite it. Call it in an effect of each part that is hydrated on its own. Browser
 * only.
 */
export async function replayEarlyInput(): Promise<void> {
  const { kept, isLive } = window.earlyInput ?? {}
  if (!kept || !isLive) return
  for (const [element, value] of kept) {
    // Each input is handled before the next, and outside of the effect, where React could not render.
    await undefined
    if (!isLive(element) || !kept.delete(element)) continue
    if (value === undefined) replayPress(element)
    else replayValue(element as HTMLInputElement, value)
  }
}

function replayPress(element: Element): void {
  for (const name of ['aria-busy', 'data-pressed-early']) element.removeAttribute(name)
  if (element instanceof HTMLFormElement) element.requestSubmit()
  else if (element instanceof HTMLElement) element.click()
}

/** React tracks the value of each field and ignores events that do not change it. */
type TrackedField = HTMLInputElement & { _valueTracker?: { setValue: (value: string) => void } }

function replayValue(field: TrackedField, value: string | boolean): void {
  if (typeof value === 'boolean') {
    // React listens to clicks.
    field.checked = !value
    field.click()
    return
  }
  if (field.type !== 'file') {
    // Setting the value moves the cursor.
    if (field.value !== value) field.value = value
    field._valueTracker?.setValue(`${value}.`)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  }
  field.dispatchEvent(new Event('change', { bubbles: true }))
}
