import { useEffect, useState } from 'react'
import { isTyping } from '#app/lib/is-typing.ts'

const STORED_AS = 'moderation-keys'
/** A panel with a form. The list of keys is one without. */
const OPEN_PANEL = 'details[data-desk-panel][open]:has(form)'

const KEYS = [
  ['J', 'next'],
  ['K', 'previous'],
  ['A', 'approve or keep'],
  ['Q', 'ask the author'],
  ['E', 'edit'],
  ['C', 'compare'],
  ['M', 'merge'],
  ['R', 'remove'],
  ['1–6', 'choose a reason'],
  ['Ctrl Enter', 'confirm'],
  ['U', 'undo'],
  ['?', 'these keys'],
] as const

/**
 * Single-key shortcuts of the desk and the list of them. They work only while no field has the focus and can be turned
 * off.
 */
export function DeskKeys() {
  const [isOn, setIsOn] = useState(true)
  useEffect(() => setIsOn(localStorage.getItem(STORED_AS) !== 'off'), [])
  useEffect(() => {
    if (!isOn) return
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [isOn])
  const change = (wanted: boolean) => {
    localStorage.setItem(STORED_AS, wanted ? 'on' : 'off')
    setIsOn(wanted)
  }
  return (
    <details className="desk-keys needs-script" data-desk-panel="">
      <summary data-desk-key="?">
        <kbd className="key-hint">J</kbd> <kbd className="key-hint">K</kbd> <span>next, previous</span>{' '}
        <kbd className="key-hint">?</kbd> <span>all keys</span>
      </summary>
      <div className="desk-keys-list">
        <dl>
          {KEYS.map(([key, words]) => (
            <div key={key} className="desk-keys-row">
              <dt>
                <kbd className="key-hint">{key}</kbd>
              </dt>
              <dd>{words}</dd>
            </div>
          ))}
        </dl>
        <label className="choice">
          <input type="checkbox" checked={isOn} onChange={(event) => change(event.currentTarget.checked)} />
          <span>Use these keys</span>
        </label>
      </div>
    </details>
  )
}

/**
 * Clicks the element with the key. Only Ctrl+Enter in the open panel uses a modifier; the browser handles all others.
 */
function handleKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.altKey || event.repeat) return
  if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
    confirmPanel(event)
    return
  }
  if (event.key === 'Escape') {
    closePanels()
    return
  }
  if (event.ctrlKey || event.metaKey || isTyping(event.target)) return
  const key = event.key.toLowerCase()
  if (!/^[a-z1-6?]$/.test(key)) return
  // While a panel is open, only its own keys work: text that a moderator types too early must not decide anything.
  const panel = document.querySelector(OPEN_PANEL)
  const target = (panel ?? document).querySelector<HTMLElement>(`[data-desk-key="${key}"]`)
  if (!target || (/\d/.test(key) && !panel)) return
  event.preventDefault()
  // The whole row has the key; its link is clicked.
  const pressed = target instanceof HTMLLIElement ? target.querySelector('a') : target
  pressed?.click()
  if (target.matches('summary')) focusField(target.parentElement)
}

/** Moves the focus to the first field of a panel that has just been opened. */
function focusField(panel: HTMLElement | null): void {
  if (panel?.matches(OPEN_PANEL))
    panel.querySelector<HTMLElement>('form :is(input:not([type="hidden"]), textarea)')?.focus()
}

function confirmPanel(event: KeyboardEvent): void {
  const form = document.querySelector<HTMLFormElement>(`${OPEN_PANEL} form`)
  if (!form) return
  event.preventDefault()
  form.requestSubmit()
}

function closePanels(): void {
  for (const panel of document.querySelectorAll<HTMLDetailsElement>('details[data-desk-panel][open]')) {
    const hadFocus = panel.contains(document.activeElement)
    panel.open = false
    if (hadFocus) panel.querySelector('summary')?.focus()
  }
}
