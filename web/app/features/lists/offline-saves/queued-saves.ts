import { deleteQueuedSaves, QUEUE_KEY } from './delete-queued-saves.ts'

/** A form that puts a spot on a list, or takes it off, and waits for the network. */
export interface QueuedSave {
  /** The path and query that the form was sent to. */
  action: string
  fields: [name: string, value: string][]
  /** The number of failed attempts to send it since the member was back online. */
  failures: number
}

interface Queue {
  member: string
  saves: QueuedSave[]
}

/** The saves that wait on this device, oldest first. Those of another member are not visible. */
export function listQueuedSaves(member: string): QueuedSave[] {
  const queue = readQueue()
  return queue?.member === member ? queue.saves : []
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

/** Deletes the saves of everyone but this member, for example after another one has signed in. */
export function keepQueuedSavesOf(member: string): void {
  if (listQueuedSaves(member).length === 0) deleteQueuedSaves()
}

function setQueuedSaves(member: string, saves: QueuedSave[]): boolean {
  try {
    if (saves.length === 0) deleteQueuedSaves()
    else localStorage.setItem(QUEUE_KEY, JSON.stringify({ member, saves }))
    return true
  } catch {
    return false
  }
}

function isSameForm(one: QueuedSave, other: QueuedSave): boolean {
  return one.action === other.action && JSON.stringify(one.fields) === JSON.stringify(other.fields)
}

/** Reads the queue without a schema, which would load the validation library with every page. */
function readQueue(): Queue | undefined {
  try {
    const queue = JSON.parse(localStorage.getItem(QUEUE_KEY) ?? 'null') as Partial<Queue> | null
    return typeof queue?.member === 'string' && Array.isArray(queue.saves) && queue.saves.every(isQueuedSave)
      ? { member: queue.member, saves: queue.saves }
      : undefined
  } catch {
    // It is malformed, or the browser blocks storage.
    return undefined
  }
}

function isQueuedSave(save: Partial<QueuedSave> | null): save is QueuedSave {
  return typeof save?.action === 'string' && Array.isArray(save.fields) && typeof save.failures === 'number'
}
