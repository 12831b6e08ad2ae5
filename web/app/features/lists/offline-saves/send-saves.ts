import type { DataRouter } from 'react-router'
import { isOffline } from '#app/platform/http/is-offline.ts'
import { submitInBackground } from '#app/platform/navigation/submit-in-background.ts'
import { showFailure, showToast } from '#app/ui/feedback/toasts.ts'
import type { SaveResponse } from '../save-commands.ts'
import { listQueuedSaves, type QueuedSave, replaceQueuedSave } from './queued-saves.ts'

/** After this many failed attempts a save is dropped. Its message has been shown each time. */
const MAX_FAILURES = 3

let isSending = false

/** Sends the queued saves of a member in order, through the router, so that the page shows them. */
export async function sendQueuedSaves(router: DataRouter, member: string): Promise<void> {
  const waiting = listQueuedSaves(member)
  if (isSending || isOffline() || waiting.length === 0) return
  isSending = true
  try {
    for (const save of waiting) if (!(await sendQueuedSave(router, member, save))) return
    showToast('You are back online. Your saves were sent.')
  } finally {
    isSending = false
  }
}

/** Returns false if the save was not accepted. */
async function sendQueuedSave(router: DataRouter, member: string, save: QueuedSave): Promise<boolean> {
  let response = await submitInBackground<SaveResponse>(router, save.action, save.fields)
  // A member who has used no list would have to choose one. This is the list that everyone has.
  if (response?.savedTo === null) response = await submitInBackground<SaveResponse>(router, save.action, WANT_TO_GO)
  if (response && !response.rejection) {
    replaceQueuedSave(member, save)
    return true
  }
  if (isOffline()) return false
  const message = response?.rejection?.message
  const isFinal = message !== undefined || save.failures + 1 >= MAX_FAILURES
  if (message !== undefined) showFailure(`Not saved: ${message}`)
  replaceQueuedSave(member, save, ...(isFinal ? [] : [{ ...save, failures: save.failures + 1 }]))
  return false
}

const WANT_TO_GO: QueuedSave['fields'] = [
  ['intent', 'mark'],
  ['kind', 'want'],
  ['on', 'true'],
]
