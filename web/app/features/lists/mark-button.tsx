import Bookmark from 'lucide-react/icons/bookmark'
import Check from 'lucide-react/icons/check'
import { useIntentForm } from '#app/lib/intent-form.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { showToast } from '#app/ui/feedback/toasts.ts'
import type { MarkKind } from './mark-commands.ts'

const labels: Record<MarkKind, { off: string; on: string; done: string }> = {
  want: { off: 'Save', on: 'Saved', done: 'Saved to “Want to go”' },
  been: { off: 'Been there', on: 'Been there', done: 'Added to “Been there”' },
}

/**
 * A button that adds the spot to "Want to go" or "Been there", or removes it. It updates optimistically and submits to
 * `action`, the URL of the spot's page, or by default to the current page.
 */
export function MarkButton({ kind, isOn, action }: { kind: MarkKind; isOn: boolean; action?: string | undefined }) {
  const { Form, sent, rejection } = useIntentForm('mark', () => isOn && showToast(labels[kind].done))
  const shown = sent ? sent.get('on') === 'true' : isOn
  const { off, on } = labels[kind]
  const variant = kind === 'want' && !shown ? 'primary' : 'secondary'
  return (
    <Form method="post" action={action} className="mark-form">
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="on" value={String(!shown)} />
      <Button
        type="submit"
        name="intent"
        value="mark"
        variant={variant}
        pressed={shown}
        icon={kind === 'want' ? <Bookmark /> : <Check />}
      >
        {shown ? on : off}
      </Button>
      {rejection?.message && (
        <span className="field-error" role="alert">
          {rejection.message}
        </span>
      )}
    </Form>
  )
}
