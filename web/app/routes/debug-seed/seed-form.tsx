import { type FormEvent, useState } from 'react'
import { Form, useNavigation, useRevalidator } from 'react-router'
import { withBase } from '#app/platform/config/app-config.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { Progress } from '#app/ui/feedback/progress.tsx'
import { readProgress } from './read-progress.ts'

type Run =
  | { state: 'idle' }
  | { state: 'running'; percent: number; doing: string }
  | { state: 'failed'; reason: string }

const LOST = 'The connection was lost, but the server continues. Reload this page in a moment.'

/** Two buttons and a progress bar. Without JavaScript the page reloads when all is done. */
export function SeedForm({ isFilled }: { isFilled: boolean }) {
  const [run, setRun] = useState<Run>({ state: 'idle' })
  const revalidator = useRevalidator()
  const isSending = useNavigation().state === 'submitting'
  const isBusy = isSending || run.state === 'running'

  const follow = async (intent: string) => {
    setRun({ state: 'running', percent: 0, doing: 'Starting' })
    const reason = await runOnServer(intent, (percent, doing) => setRun({ state: 'running', percent, doing }))
    setRun(reason === undefined ? { state: 'idle' } : { state: 'failed', reason })
    await revalidator.revalidate()
  }
  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { submitter } = event.nativeEvent as SubmitEvent
    if (!isBusy && submitter instanceof HTMLButtonElement) void follow(submitter.value)
  }
  return (
    <Form method="post" className="grid gap-6" onSubmit={handleSubmit}>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" name="intent" value="fill" variant="primary" busy={isBusy}>
          {isFilled ? 'Add what is missing' : 'Add demo content'}
        </Button>
        {isFilled && (
          <Button type="submit" name="intent" value="remove" variant="danger" busy={isBusy}>
            Remove it
          </Button>
        )}
      </div>
      <div role="status">
        {run.state === 'running' && (
          <>
            <Progress label="Demo content" percent={run.percent} />
            <p className="mt-2 text-ink-2">{run.doing}</p>
          </>
        )}
      </div>
      {run.state === 'failed' && <Notice kind="bad">{run.reason}</Notice>}
    </Form>
  )
}

/** Returns the reason why it stopped, or undefined on success. */
async function runOnServer(intent: string, onProgress: (percent: number, doing: string) => void) {
  try {
    const response = await fetch(withBase('/debug-seed/run'), { method: 'POST', body: new URLSearchParams({ intent }) })
    if (response.status !== 200 || !response.body) return 'The server did not start. Please try again.'
    for await (const line of readProgress(response.body)) {
      if ('error' in line) return `It stopped: ${line.error} Press the button again to continue.`
      onProgress((line.done / line.total) * 100, line.doing)
    }
    return undefined
  } catch {
    return LOST
  }
}
