import { type KeyboardEvent, useState } from 'react'
import { TextField } from '#app/ui/forms/text/text-field.tsx'
import { NewListForm } from './new-list-form.tsx'
import { SaveChoice } from './save-choice.tsx'
import type { SaveChooser, SaveTarget } from './save-chooser-data.ts'
import './save-choices.css'

/** With more lists than this, a search field appears. */
const MAX_UNSEARCHED = 8

/** The lists as checkboxes ("Want to go", "Been there", own and shared lists), and a form for a new list. */
export function SaveChoices({
  chooser,
  action,
  onSaved,
}: {
  chooser: SaveChooser
  /** The page of the spot, which handles the forms. */
  action: string
  /** Called with true after the spot was added to a list, and with false once it is on no list. */
  onSaved?: ((isSaved: boolean) => void) | undefined
}) {
  const [added, setAdded] = useState<SaveTarget[]>([])
  const [typed, setTyped] = useState('')
  const [changed, setChanged] = useState<Record<string, boolean>>({})
  const lists = [...added, ...chooser.lists.filter(({ id }) => !added.some((list) => list.id === id))]
  const always = lists.filter(({ kind }) => kind !== 'own')
  const own = lists.filter(({ kind }) => kind === 'own')
  const words = typed.trim().toLowerCase()
  const found = own.filter(({ title }) => title.toLowerCase().includes(words))
  const handleToggle = (id: string, isOn: boolean) => {
    const now = { ...changed, [id]: isOn }
    setChanged(now)
    const isAnywhere = lists.some((list) => list.kind !== 'been' && (now[list.id] ?? list.is_on))
    // A new list is not among the lists yet.
    onSaved?.(isAnywhere || (isOn && !lists.some((list) => list.id === id)))
  }
  const row = (list: SaveTarget) => (
    <SaveChoice
      key={list.id}
      list={list}
      action={action}
      isLastUsed={list.id === chooser.last_used}
      onToggle={(isOn) => handleToggle(list.id, isOn)}
    />
  )
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the checkboxes below it
    <div className="save-choices" onKeyDown={handleRowKeys}>
      {own.length > MAX_UNSEARCHED && (
        <TextField
          label="Find a list"
          type="search"
          autoComplete="off"
          className="needs-script"
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
      )}
      <ul className="save-list">{always.map(row)}</ul>
      {own.length > 0 && (
        <section className="save-own" aria-label="Your lists">
          <p className="save-heading" aria-hidden="true">
            Your lists
          </p>
          <ul className="save-list">{found.map(row)}</ul>
        </section>
      )}
      <NewListForm
        action={action}
        known={own.map((list) => applyChange(list, changed[list.id]))}
        onSaved={(saved) => {
          setAdded((before) => [saved, ...before.filter(({ id }) => id !== saved.id)])
          handleToggle(saved.id, true)
        }}
      />
    </div>
  )
}

function applyChange(list: SaveTarget, isOn = list.is_on): SaveTarget {
  return { ...list, is_on: isOn, item_count: list.item_count + Number(isOn) - Number(list.is_on) }
}

/** Arrows move between the rows, and from the search to the first list found. Typing on a row starts a search. */
function handleRowKeys(event: KeyboardEvent<HTMLElement>): void {
  const choices = event.currentTarget
  const focused = document.activeElement
  if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
    const boxes = [...choices.querySelectorAll<HTMLElement>('[role="checkbox"]')]
    const current = focused instanceof HTMLElement ? boxes.indexOf(focused) : -1
    const isInSearch = focused?.matches('[type="search"]') && event.key === 'ArrowDown'
    if (current < 0 && !isInSearch) return
    event.preventDefault()
    if (isInSearch) choices.querySelector<HTMLElement>('.save-own [role="checkbox"]')?.focus()
    else boxes[current + (event.key === 'ArrowDown' ? 1 : -1)]?.focus()
  } else if (isLetter(event) && focused?.matches('[role="checkbox"]')) {
    // The browser then types the letter into the field.
    choices.querySelector<HTMLElement>('[type="search"]')?.focus()
  }
}

/** Returns true for a key that types a character. A space presses a checkbox instead. */
function isLetter({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return [...key].length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey
}
