import Bookmark from 'lucide-react/icons/bookmark'
import { useIntentForm } from '#app/lib/intent-form.ts'
import { Button } from '#app/ui/buttons/button.tsx'

/** Saves a spot of a story to "Want to go". */
export function SaveStop({ spotId, title, isSaved }: { spotId: string; title: string; isSaved: boolean }) {
  const { Form, sent, rejection } = useIntentForm('mark')
  const shown = sent ? sent.get('on') === 'true' : isSaved
  return (
    <Form method="post" className="stop-card-save above-link">
      <input type="hidden" name="spot" value={spotId} />
      <input type="hidden" name="kind" value="want" />
      <input type="hidden" name="on" value={String(!shown)} />
      <Button
        type="submit"
        name="intent"
        value="mark"
        pressed={shown}
        icon={<Bookmark />}
        aria-label={`Save ${title} to “Want to go”`}
      >
        {shown ? 'Saved' : 'Save'}
      </Button>
      {rejection?.message && (
        <span className="field-error" role="alert">
          {rejection.message}
        </span>
      )}
    </Form>
  )
}
