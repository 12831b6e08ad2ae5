/**
 * Runs in the browser, so it uses nothing outside of itself. Records the input that comes before the page is hydrated,
 * as `window.earlyInput`. replayEarlyInput repeats it after hydration.
 */
export function recordEarlyInput(): void {
  // Elements from elsewhere, such as those of a map, are never hydrated.
  const served = new WeakSet(document.querySelectorAll('a,button,form,input,select,textarea'))
  const kept = new Map<Element, string | boolean | undefined>()
  const BUSY = ['aria-busy', 'data-pressed-early']
  /** React adds a key to each element that it hydrates. */
  const isLive = (element: Element) => Object.keys(element).some((key) => key.startsWith('__reactProps'))
  const isEarly = (element: Element | null): element is Element =>
    element !== null && served.has(element) && !isLive(element)
  const recordPress = (pressed: Element) => {
    for (const name of BUSY) pressed.setAttribute(name, 'true')
    kept.set(pressed, undefined)
  }
  Object.assign(window, { earlyInput: { kept, isLive } })
  /**
   * Calls the listener when React has seen the event: React hydrates the element at once if it can, and otherwise stops
   * the event, but only for the elements below the document.
   */
  const listen = <Type extends 'click' | 'input' | 'change' | 'submit'>(
    type: Type,
    listener: (event: DocumentEventMap[Type]) => void,
  ) => {
    const listenAfterReact = () => document.addEventListener(type, listener, { capture: true, once: true })
    window.addEventListener(type, listenAfterReact, true)
  }

  listen('click', (event) => {
    const { target, ctrlKey, metaKey, shiftKey } = event
    const pressed = target instanceof Element ? target.closest('button,a[aria-haspopup]') : null
    if (!isEarly(pressed)) return
    if (pressed instanceof HTMLButtonElement) {
      // A submit button works without scripts.
      if (pressed.type === 'button' || !pressed.form) recordPress(pressed)
    } else if (!(ctrlKey || metaKey || shiftKey || kept.has(pressed))) {
      // The link would load the page again, which loses what was typed and opens the dialog no earlier. A second press
      // follows it, because the scripts may never load.
      event.preventDefault()
      recordPress(pressed)
    }
  })
  for (const type of ['input', 'change'] as const)
    listen(type, ({ target }) => {
      if (!(target instanceof Element) || !isEarly(target)) return
      const { type, name, checked, value } = target as HTMLInputElement
      if (type === 'radio')
        for (const other of kept.keys())
          if (other.matches('[type="radio"]') && other.getAttribute('name') === name) kept.delete(other)
      kept.set(target, type === 'checkbox' || type === 'radio' ? checked : value)
    })
  listen('submit', (event) => {
    const { target: form, submitter } = event
    if (!(form instanceof HTMLFormElement) || !isEarly(form) || !form.hasAttribute('data-early-submit')) return
    event.preventDefault()
    const pressed = submitter ?? form
    if (kept.has(pressed)) return
    recordPress(pressed)
    // The scripts may never load. From then on the form works as without scripts.
    setTimeout(() => {
      if (!kept.delete(pressed)) return
      for (const name of BUSY) pressed.removeAttribute(name)
      form.removeAttribute('data-early-submit')
    }, 15_000)
  })
}
