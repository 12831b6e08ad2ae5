import { formatDay } from '#app/lib/format/dates.ts'
import { useIntentForm } from '#app/lib/intent-form.ts'
import { Button } from '#app/ui/buttons/button.tsx'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { showToast } from '#app/ui/feedback/toasts.ts'
import { SelectField } from '#app/ui/forms/choices/select-field.tsx'
import { hasExpired, LINK_LIFETIMES } from './link-lifetimes.ts'

/**
 * Lets the owner of a page change when its secret link expires, or replace the link. `expiresAt` is null if it never
 * does.
 */
export function SecretLinkSettings({ expiresAt }: { expiresAt: string | null }) {
  return (
    <details className="share-more">
      <summary>{expiresAt === null ? 'Let the link expire, or replace it' : describeEnd(expiresAt)}</summary>
      <LinkEndForm />
      <p>Did the link reach the wrong people? Replace it, and the old link stops working.</p>
      <ReplaceForm />
    </details>
  )
}

/** The day in UTC, as for invitations. The dialog is also rendered in a noscript element, which cannot contain another. */
function describeEnd(at: string): string {
  return `The link ${hasExpired(at) ? 'expired' : 'expires'} on ${formatDay(at)}`
}

function LinkEndForm() {
  const { Form, isBusy, rejection } = useIntentForm('link-end', (sent) =>
    showToast(describeLifetime(sent?.get('days'))),
  )
  return (
    <Form method="post">
      {rejection?.message && <Notice kind="bad">{rejection.message}</Notice>}
      <div className="share-link-end">
        <SelectField label="Let it expire" name="days" defaultValue="7">
          {LINK_LIFETIMES.map(({ days, label }) => (
            <option key={days} value={days}>
              {label}
            </option>
          ))}
        </SelectField>
        <Button type="submit" name="intent" value="link-end" busy={isBusy} busyLabel="Saving">
          Save
        </Button>
      </div>
    </Form>
  )
}

function describeLifetime(days: FormDataEntryValue | null | undefined): string {
  const lifetime = LINK_LIFETIMES.find((one) => one.days === days)
  return lifetime?.days ? `The link expires ${lifetime.label.toLowerCase()}` : 'The link does not expire'
}

function ReplaceForm() {
  const { Form, isBusy, rejection } = useIntentForm('replace-link', () => showToast('Link replaced'))
  return (
    <Form method="post">
      {rejection?.message && <Notice kind="bad">{rejection.message}</Notice>}
      <Button type="submit" name="intent" value="replace-link" busy={isBusy} busyLabel="Replacing">
        Replace the link
      </Button>
    </Form>
  )
}
