import * as v from 'valibot'

const STORED_AS = 'hereabouts-offline-saves'

const QueuedSave = v.object({
  /** The path and query that the form was sent to. */
  action: v.string(),
  fields: v.array(v.tuple([v.string(), v.string()])),
  /** How often sending it has failed since the member was back online. */
  failures: v.number(),
})
const Queue = v.object({ member: v.string(), saves: v.array(QueuedSave) })

/** A form that puts a spot on a list, or takes it off, and waits for the network. */
export type QueuedSave = v.InferOutput<typeof QueuedSave>

/** The saves that wait on this device, oldest first. Those of another member are not visible. */
export function listQueuedSaves(member: string): QueuedSave[] {
  const queue = v.safeParse(Queue, parseJson(readText()))
  return queue.success && queue.output.member === member ? queue.output.saves : []
}

/** Adds a save at the end, instead of an equal one. Returns false if the browser stores nothing. */
export function addQueuedSave(member: string, save: QueuedSave): boolean {
  return setQueuedSaves(member, [...listQueuedSaves(member).filter((other) => !isSameForm(other, save)), save])
}

/** Replaces a save with `changed`, or removes it. */
export function replaceQueuedSave(member: string, save: QueuedSave, ...changed: QueuedSave[]): void {
  const saves = listQueuedSaves(member).flatMap((other) => (isSameForm(other, save) ? changed : [other]))
  setQueuedSaves(member, saves)
}

/** Deletes the saves of everyone but this member, as after signing out. */
export function keepQueuedSavesOf(member: string | undefined): void {
  if (member === undefined || listQueuedSaves(member).length === 0) setQueuedSaves('', [])
}

function setQueuedSaves(member: string, saves: QueuedSave[]): boolean {
  try {
    if (saves.length === 0) localStorage.removeItem(STORED_AS)
    else localStorage.setItem(STORED_AS, JSON.stringify({ member, saves }))
    return true
  } catch {
    return false
  }
}

function isSameForm(one: QueuedSave, other: QueuedSave): boolean {
  return one.action === other.action && JSON.stringify(one.fields) === JSON.stringify(other.fields)
}

/** Some browsers throw while they block storage. */
function readText(): string {
  try {
    return localStorage.getItem(STORED_AS) ?? ''
  } catch {
    return ''
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
