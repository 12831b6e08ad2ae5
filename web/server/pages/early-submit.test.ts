import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { putContentFirst } from './content-first.ts'

const page = '<head></head><body><script nonce="n1" type="module" async="">import "/assets/a.js"</script></body>'

/** The parts of a form that the inline script uses; there is no DOM in these tests. */
class Form {
  wasSentEarly?: boolean
  waits: boolean
  readonly submit = vi.fn()
  constructor(waits: boolean) {
    this.waits = waits
  }
  matches(selector: string): boolean {
    return selector === '[data-early-submit]' && this.waits
  }
}

/** Runs the inline script of a page and returns a function that submits a form on it. */
function openPage() {
  const script = putContentFirst(page).match(/<script nonce="n1">([\s\S]*)<\/script>/)?.[1] ?? ''
  const listeners: ((event: object) => void)[] = []
  runInNewContext(script, {
    document: {
      addEventListener: (type: string, listener: (event: object) => void) =>
        type === 'submit' && listeners.push(listener),
      querySelector: () => null,
    },
    HTMLFormElement: Form,
    requestAnimationFrame: () => 0,
    setTimeout,
  })
  return (form: Form) => {
    const event = { target: form, preventDefault: vi.fn(), submitter: { setAttribute: vi.fn() } }
    for (const listener of listeners) listener(event)
    return { isHeldBack: event.preventDefault.mock.calls.length > 0, button: event.submitter }
  }
}

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('holds back a form that is submitted before the scripts load, and shows that its button is busy', () => {
  const form = new Form(true)
  const { isHeldBack, button } = openPage()(form)
  expect(isHeldBack).toBe(true)
  expect(form.wasSentEarly).toBe(true)
  expect(button.setAttribute).toHaveBeenCalledWith('aria-busy', 'true')
  expect(form.submit).not.toHaveBeenCalled()
})

test('submits a form once after 15 seconds if the scripts have not loaded, even if it was submitted twice', () => {
  const form = new Form(true)
  const submit = openPage()
  expect([submit(form).isHeldBack, submit(form).isHeldBack]).toEqual([true, true])
  vi.advanceTimersByTime(14_999)
  expect(form.submit).not.toHaveBeenCalled()
  vi.advanceTimersByTime(60_000)
  expect(form.submit).toHaveBeenCalledTimes(1)
})

test('leaves the form to the app if the scripts load in time', () => {
  const form = new Form(true)
  openPage()(form)
  form.waits = false
  vi.advanceTimersByTime(60_000)
  expect(form.submit).not.toHaveBeenCalled()
})

test('does not hold back a form that works without scripts', () => {
  const form = new Form(false)
  expect(openPage()(form).isHeldBack).toBe(false)
  expect(form.wasSentEarly).toBeUndefined()
})
