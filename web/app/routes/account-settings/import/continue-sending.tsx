import { useEffect, useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { describeSendingError } from '#app/features/imports/describe-sending-error.ts'
import { sendRows } from '#app/features/imports/stage-rows.ts'
import { deleteStagedImport, findStagedImport } from '#app/features/imports/staged-import-store.ts'
import { formatCount, formatNumber } from '#app/lib/format/numbers.ts'
import { getBrowserClient } from '#app/platform/session/browser-client.ts'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { ImportCommand } from './import-command.tsx'
import type { FoundImport } from './import-data.server.ts'
import { SendingState } from './sending-state.tsx'

/**
 * Sends the rows of an import that the server does not have yet, even if the page was closed before. On a device
 * without these rows, it offers to import those that arrived.
 */
export function ContinueSending({ found }: { found: FoundImport }) {
  const arrived = Object.values(found.counts).reduce((sum, count) => sum + count, 0)
  const { percent, state, problem, send } = useSending(found.id, arrived)
  if (state !== 'idle') {
    return (
      <SendingState
        problem={state === 'stopped' ? problem : undefined}
        label="Sending the places"
        percent={percent}
        what="places"
        onContinue={send}
      />
    )
  }
  return (
    <>
      <Notice kind="warn">
        {`${formatNumber(arrived)} of ${formatCount(found.row_count, 'place')} arrived, because the page was closed early. To send the rest, open this page on the device that has the files.`}
      </Notice>
      {arrived > 0 && <ImportCommand id={found.id} intent="resume" label={`Import ${formatCount(arrived, 'place')}`} />}
    </>
  )
}

function useSending(id: string, arrived: number) {
  const { revalidate } = useRevalidator()
  const [percent, setPercent] = useState(0)
  const [state, setState] = useState<'idle' | 'sending' | 'stopped'>('idle')
  const [problem, setProblem] = useState('')
  const isBusy = useRef(false)
  const send = async () => {
    if (isBusy.current) return
    isBusy.current = true
    try {
      const kept = await findStagedImport(id)
      if (!kept) return
      setState('sending')
      setPercent((100 * arrived) / kept.rows.length)
      const report = (count: number) => setPercent((100 * count) / kept.rows.length)
      await sendRows(await getBrowserClient(), { ...kept, arrived }, report)
      if (kept.photos.length === 0) await deleteStagedImport(id)
      await revalidate()
    } catch (error) {
      setProblem(describeSendingError(error))
      setState('stopped')
    } finally {
      isBusy.current = false
    }
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: starts once for each import
  useEffect(() => void send(), [id])
  return { percent, state, problem, send: () => void send() }
}
