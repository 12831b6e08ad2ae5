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

interface MarkButtonProps {
  kind: MarkKind
  isOn: boolean
  /** The URL of the spot's page. By default the form submits to the current page. */
  action?: string | undefined
  className?: string
  /** The spot, on pages that show several. Such buttons name it, are plain, and show no toast. */
  spot?: { id: string; title: string }
}

/** A button that adds the spot to "Want to go" or "Been there", or removes it. It updates optimistically. */
export function MarkButton({ kind, isOn, action, className = 'mark-form', spot }: MarkButtonProps) {
  const { Form, sent, rejection } = useIntentForm(
    'mark',
    (saved) => saved?.get('on') === 'true' && !spot && showToast(labels[kind].done),
  )
  const shown = sent ? sent.get('on') === 'true' : isOn
  const { off, on } = labels[kind]
  return (
    <Form method="post" action={action} className={className}>
      {spot && <input type="hidden" name="spot" value={spot.id} />}
      <input type="hidden" name="kind" value={kind} />
      <input type="hidden" name="on" value={String(!shown)} />
      <Button
        type="submit"
        name="intent"
        value="mark"
        variant={kind === 'want' && !shown && !spot ? 'primary' : 'secondary'}
        pressed={shown}
        icon={kind === 'want' ? <Bookmark /> : <Check />}
        aria-label={spot && `Save ${spot.title} to “Want to go”`}
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
