import { useEffect, useState } from 'react'
import { useRevalidator } from 'react-router'
import { describeSendingError } from '#app/features/imports/describe-sending-error.ts'
import { createPhotoSender } from '#app/features/imports/send-from-browser.ts'
import { sendPhotos } from '#app/features/imports/send-photos.ts'
import { deleteStagedImport, findStagedImport } from '#app/features/imports/staged-import-store.ts'
import { pickPlural } from '#app/lib/format/numbers.ts'
import { getBrowserClient } from '#app/platform/session/browser-client.ts'
import { Notice } from '#app/ui/feedback/notice.tsx'
import type { FoundImport } from './import-data.server.ts'
import { SendingState } from './sending-state.tsx'

/** Sends the photos of an import that the server does not have yet, even if the page was closed before. */
export function SendingPhotos({ found }: { found: FoundImport }) {
  const { done, all, state, problem, retry } = useSendingPhotos(found.id)
  const waiting = found.photos.waiting ?? 0
  if (state !== 'idle') {
    return (
      <SendingState
        problem={state === 'stopped' ? problem : undefined}
        label={`Sending photo ${Math.min(done + 1, all)} of ${all}`}
        percent={(100 * done) / Math.max(all, 1)}
        what="photos"
        onContinue={retry}
      />
    )
  }
  return (
    <Notice kind="warn">
      {`${pickPlural(waiting, 'One photo is', `${waiting} photos are`)} still missing. To send ${pickPlural(waiting, 'it', 'them')}, open this page on the device that has the files.`}
    </Notice>
  )
}

function useSendingPhotos(id: string) {
  const { revalidate } = useRevalidator()
  const [progress, setProgress] = useState({ done: 0, all: 0 })
  const [state, setState] = useState<'idle' | 'sending' | 'stopped'>('idle')
  const [problem, setProblem] = useState('')
  const [attempt, setAttempt] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: starts once for each import and attempt
  useEffect(() => {
    const controller = new AbortController()
    const send = async () => {
      const kept = await findStagedImport(id)
      if (!kept || controller.signal.aborted) return
      setState('sending')
      const report = (done: number, all: number) => setProgress({ done, all })
      await sendPhotos(await getBrowserClient(), kept, createPhotoSender(id, controller.signal), report)
      await deleteStagedImport(id)
      await revalidate()
    }
    send().catch((error: unknown) => {
      if (controller.signal.aborted) return
      setProblem(describeSendingError(error))
      setState('stopped')
    })
    return () => controller.abort()
  }, [id, attempt])
  return { ...progress, state, problem, retry: () => setAttempt(attempt + 1) }
}
