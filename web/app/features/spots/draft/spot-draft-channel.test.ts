import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { announceDraftSaved, onDraftReplaced } from './spot-draft-channel.ts'

test('notifies the other tabs of the same member that a draft was saved, but not this one', async () => {
  const heard = vi.fn()
  onTestFinished(onDraftReplaced('ada', heard))
  announceDraftSaved('ada')
  const other = new BroadcastChannel('hereabouts-spot-drafts')
  onTestFinished(() => other.close())
  other.postMessage({ savedBy: 'bob', tab: 'other' })
  await sleep(100)
  expect(heard).not.toHaveBeenCalled()
  other.postMessage({ savedBy: 'ada', tab: 'other' })
  await vi.waitFor(() => expect(heard).toHaveBeenCalledOnce())
})
