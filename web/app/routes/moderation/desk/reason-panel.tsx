import { useState } from 'react'
import { removalReasons } from '#app/features/reports/removal-reasons.ts'
import { PageForm } from '#app/platform/navigation/page-form.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { Confirmation } from '#app/ui/forms/confirmation.tsx'
import { FieldError } from '#app/ui/forms/field.tsx'
import { keepFromSubmitting } from '#app/ui/forms/keep-from-submitting.ts'
import type { ModerationRejection } from './moderation-action.server.ts'

interface DecisionTarget {
  kind: string
  target_id: string
  /** The item of the queue, and the item to open afterwards. */
  item: number
  next: number | null
}

/** The hidden fields of every decision. */
export function TargetFields({ target }: { target: DecisionTarget }) {
  return (
    <>
      <input type="hidden" name="kind" value={target.kind} />
      <input type="hidden" name="id" value={target.target_id} />
      <input type="hidden" name="item" value={target.item} />
      <input type="hidden" name="next" value={target.next ?? ''} />
    </>
  )
}

/** The form of a removal, with a reason from six templates or in one's own words. The author reads the text. */
export function RemovePanel({
  target,
  noun,
  author,
  response,
}: {
  target: DecisionTarget
  noun: string
  author: string
  response: ModerationRejection | undefined
}) {
  const rejection = response?.rejection.values.verdict === 'removed' ? response.rejection : undefined
  const error = rejection?.fieldErrors.reason
  // Without JavaScript the rejected form comes back with the page.
  const [text, setText] = useState(rejection?.values.reason ?? '')
  return (
    <details className="desk-panel desk-remove" name="desk-panel" data-desk-panel="" open={rejection !== undefined}>
      <summary className="button button-danger" data-desk-key="r">
        Remove <kbd className="key-hint">R</kbd>
      </summary>
      <PageForm method="post" className="desk-panel-sheet" onKeyDown={keepFromSubmitting}>
        <input type="hidden" name="intent" value="decide" />
        <input type="hidden" name="verdict" value="removed" />
        <TargetFields target={target} />
        <div className="desk-panel-head">
          <h3 className="title text-h3">Remove this {noun}</h3>
          <span className="desk-note">The author will see the reason</span>
        </div>
        <fieldset className="desk-reasons">
          <legend className="sr-only">Reason</legend>
          {removalReasons.map((reason, index) => (
            <label className="choice" key={reason.id}>
              <input
                type="radio"
                name="chosen"
                value={reason.id}
                defaultChecked={rejection?.values.chosen === reason.id}
                data-desk-key={index + 1}
                onChange={() => setText(reason.text)}
              />
              <span>{reason.label}</span>
              <kbd className="key-hint">{index + 1}</kbd>
            </label>
          ))}
        </fieldset>
        <label className="field">
          <span className="field-label">What {author} will read</span>
          <textarea
            className="input"
            name="reason"
            dir="auto"
            rows={3}
            maxLength={1000}
            value={text}
            placeholder="The text of the chosen reason"
            onChange={(event) => setText(event.currentTarget.value)}
            aria-invalid={error !== undefined || undefined}
            aria-describedby="removal-error"
          />
          <FieldError id="removal-error">{error}</FieldError>
        </label>
        <Confirmation label={`Yes, remove this ${noun}`} />
        <div className="desk-panel-foot">
          <span className="desk-note">Can be restored for 30 days</span>
          <Button type="submit" variant="danger">
            Remove <kbd className="key-hint">Ctrl ↵</kbd>
          </Button>
        </div>
      </PageForm>
    </details>
  )
}

/** A form for a question to the author. The item keeps its place in the queue. */
export function AskPanel({
  target,
  author,
  response,
}: {
  target: DecisionTarget
  author: string
  response: ModerationRejection | undefined
}) {
  const rejection = response?.intent === 'ask' ? response.rejection : undefined
  const error = rejection?.fieldErrors.question
  return (
    <details className="desk-panel" name="desk-panel" data-desk-panel="" open={rejection !== undefined}>
      <summary className="button button-secondary" data-desk-key="q">
        <span>
          Ask<span className="desk-wide-words"> the author</span>
        </span>{' '}
        <kbd className="key-hint">Q</kbd>
      </summary>
      <PageForm method="post" className="desk-panel-sheet">
        <input type="hidden" name="intent" value="ask" />
        <TargetFields target={target} />
        <h3 className="title text-h3">Ask {author}</h3>
        <label className="field">
          <span className="field-label">Your question</span>
          <textarea
            className="input"
            name="question"
            defaultValue={rejection?.values.question}
            dir="auto"
            rows={3}
            maxLength={1000}
            required
            aria-invalid={error !== undefined || undefined}
            aria-describedby="question-error"
          />
          <FieldError id="question-error">{error}</FieldError>
        </label>
        <div className="desk-panel-foot">
          <span className="desk-note">It stays in the queue until you decide</span>
          <Button type="submit">
            Send question <kbd className="key-hint">Ctrl ↵</kbd>
          </Button>
        </div>
      </PageForm>
    </details>
  )
}
