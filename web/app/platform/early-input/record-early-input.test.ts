import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { recordEarlyInput } from './record-early-input.ts'

/** The parts of an element that the script uses; there is no DOM in these tests. */
class FakeElement {
  type = ''
  name = ''
  value = ''
  checked = false
  form: object | null = null
  readonly attributes = new Map<string, string>()
  readonly dataset: { earlySubmit?: string } = {}
  constructor(parts: Partial<Pick<FakeElement, 'type' | 'name' | 'value' | 'checked' | 'form'>> = {}) {
    Object.assign(this, parts)
  }
  closest() {
    return this
  }
  matches() {
    return this.type === 'radio'
  }
  getAttribute() {
    return this.name
  }
  hasAttribute() {
    return this.dataset.earlySubmit !== undefined
  }
  setAttribute(name: string, value: string) {
    this.attributes.set(name, value)
  }
  removeAttribute(name: string) {
    this.attributes.delete(name)
    if (name === 'data-early-submit') delete this.dataset.earlySubmit
  }
}

class FakeButton extends FakeElement {}

class FakeTarget {
  readonly #listeners = new Map<string, Set<(event: object) => void>>()
  addEventListener(type: string, listener: (event: object) => void) {
    this.#listeners.set(type, (this.#listeners.get(type) ?? new Set()).add(listener))
  }
  dispatch(type: string, event: object) {
    for (const listener of this.#listeners.get(type) ?? []) listener(event)
  }
}

class FakeDocument extends FakeTarget {
  readonly #served: FakeElement[]
  constructor(served: FakeElement[]) {
    super()
    this.#served = served
  }
  querySelectorAll() {
    return this.#served
  }
}

/** Runs the script on a page with these elements and returns a function that dispatches an event on it. */
function openPage(...served: FakeElement[]) {
  const [page, root] = [new FakeTarget(), new FakeDocument(served)]
  vi.stubGlobal('window', page)
  vi.stubGlobal('document', root)
  recordEarlyInput()
  return (
    type: string,
    target: FakeElement,
    { submitter = null, ...keys }: { submitter?: FakeElement | null; ctrlKey?: boolean } = {},
  ) => {
    const event = { target, submitter, ...keys, preventDefault: vi.fn() }
    page.dispatch(type, event)
    root.dispatch(type, event)
    return event.preventDefault.mock.calls.length > 0
  }
}

const listKept = () => [...(window.earlyInput?.kept ?? [])].map(([element, value]) => [element as unknown, value])

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('Element', FakeElement)
  vi.stubGlobal('HTMLFormElement', FakeElement)
  vi.stubGlobal('HTMLButtonElement', FakeButton)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('records a press of a button that does nothing without scripts, and shows that it is busy', () => {
  const button = new FakeButton({ type: 'button', form: {} })
  const send = openPage(button)
  send('click', button)
  send('click', button)
  expect(listKept()).toEqual([[button, undefined]])
  expect(button.attributes.get('aria-busy')).toBe('true')
})

test('leaves a button alone that submits its form', () => {
  const button = new FakeButton({ type: 'submit', form: {} })
  openPage(button)('click', button)
  expect(listKept()).toEqual([])
})

test('records a press of a link that opens a dialog, unless it opens a new tab', () => {
  const link = new FakeElement()
  const send = openPage(link)
  expect(send('click', link, { ctrlKey: true })).toBe(false)
  expect(listKept()).toEqual([])
  expect(send('click', link)).toBe(true)
  expect(listKept()).toEqual([[link, undefined]])
  // The scripts may never load.
  expect(send('click', link)).toBe(false)
})

test('records the last value of each field, and the last choice of each group', () => {
  const [text, box] = [new FakeElement({ type: 'text' }), new FakeElement({ type: 'checkbox', checked: true })]
  const [left, right, other] = ['side', 'side', 'size'].map(
    (name) => new FakeElement({ type: 'radio', name, checked: true }),
  ) as [FakeElement, FakeElement, FakeElement]
  const send = openPage(text, box, left, right, other)
  for (const value of ['a', 'ab']) {
    text.value = value
    send('input', text)
  }
  for (const element of [box, left, other, right]) send('change', element)
  expect(listKept()).toEqual([
    [text, 'ab'],
    [box, true],
    [other, true],
    [right, true],
  ])
})

test('ignores a press for which React hydrates the element, which it then handles itself', () => {
  const button = new FakeButton({ type: 'button' })
  const send = openPage(button)
  document.addEventListener('click', () => void Object.assign(button, { __reactProps$abc: {} }))
  send('click', button)
  expect(listKept()).toEqual([])
})

test('ignores elements that are hydrated, and those that the server has not rendered', () => {
  const [hydrated, added] = [new FakeButton({ type: 'button' }), new FakeButton({ type: 'button' })]
  const send = openPage(hydrated)
  Object.assign(hydrated, { __reactProps$abc: {} })
  send('click', hydrated)
  send('click', added)
  send('input', added)
  expect(listKept()).toEqual([])
})

function createForm(earlySubmit?: 'true') {
  const form = new FakeElement()
  if (earlySubmit !== undefined) form.dataset.earlySubmit = earlySubmit
  return form
}

test('holds back a form that needs scripts, and shows that its button is busy', () => {
  const [form, button] = [createForm('true'), new FakeElement()]
  const send = openPage(form)
  expect([1, 2].map(() => send('submit', form, { submitter: button }))).toEqual([true, true])
  expect(listKept()).toEqual([[button, undefined]])
  expect(button.attributes.get('aria-busy')).toBe('true')
})

test('submits a form as without scripts if they have not loaded within 15 seconds', () => {
  const [form, button] = [createForm('true'), new FakeElement()]
  const send = openPage(form)
  send('submit', form, { submitter: button })
  vi.advanceTimersByTime(14_999)
  expect(send('submit', form, { submitter: button })).toBe(true)
  vi.advanceTimersByTime(1)
  expect(listKept()).toEqual([])
  expect(button.attributes.has('aria-busy')).toBe(false)
  expect(send('submit', form, { submitter: button })).toBe(false)
})

test('leaves the form to the app if the scripts load in time', () => {
  const form = createForm('true')
  openPage(form)('submit', form)
  window.earlyInput?.kept.clear()
  vi.advanceTimersByTime(60_000)
  expect(form.dataset.earlySubmit).toBe('true')
})

test('does not hold back a form that works without scripts', () => {
  const form = createForm()
  expect(openPage(form)('submit', form)).toBe(false)
  expect(listKept()).toEqual([])
})
