import { useSearchParams } from 'react-router'
import { formatDay } from '#app/lib/format/dates.ts'
import { Notice } from '#app/ui/feedback/notice.tsx'
import { RadioGroup } from '#app/ui/forms/choices/radio-group.tsx'
import { Confirmation } from '#app/ui/forms/confirmation.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import type { SettingsResponse } from '../action-result.ts'
import type { DeletionData } from '../settings-data.server.ts'
import { ActionForm, SettingsForm } from '../settings-form.tsx'
import { settingsUrl } from '../settings-sections.ts'

/** Explains what is deleted and asks about shared content. After a request, shows the date of the deletion. */
export function DeleteAccountSection({
  data: { request },
  response,
}: {
  data: DeletionData
  response: SettingsResponse | undefined
}) {
  const [search] = useSearchParams()
  if (request) return <Requested dueAt={request.due_at} keepsContent={request.keep_content} />
  const hasToSignIn = response?.begun?.content !== undefined
  const content = response?.rejection?.values.content ?? search.get('content')
  return (
    <div className="settings-delete">
      <div>
        <h2 className="title text-h3">What is always deleted</h2>
        <p>
          Your profile and picture, lists (those that others work on too), reviews and comments, drafts, everything
          private, exact positions, and every way to sign in.
        </p>
      </div>
      <div>
        <h2 className="title text-h3">What you can choose</h2>
        <p>
          Spots, stories and photos that others can see. Want a copy first?{' '}
          <TextLink to={settingsUrl('export')}>Export your data</TextLink>
        </p>
      </div>
      {hasToSignIn && (
        <ActionForm
          section="delete"
          sends={{ intent: 'sign-in-again', content: content ?? '' }}
          label="Sign in again"
          busyLabel="Signing out"
          variant="primary"
        />
      )}
      <SettingsForm
        section="delete"
        intent="delete-account"
        response={response}
        submitLabel="Delete my account"
        busyLabel="Scheduling"
        variant="danger"
      >
        <RadioGroup
          legend="What you shared"
          name="content"
          defaultValue={content ?? 'keep'}
          options={[
            { value: 'keep', label: 'Leave it for others', hint: 'It stays on the map, without your name.' },
            { value: 'remove', label: 'Delete it all', hint: 'Your spots, stories and photos are deleted too.' },
          ]}
          error={response?.rejection?.fieldErrors.content}
        />
        <Confirmation label="Yes, delete my account" />
        <p className="settings-note">Nothing happens for seven days. Until then you can change your mind.</p>
      </SettingsForm>
    </div>
  )
}

function Requested({ dueAt, keepsContent }: { dueAt: string; keepsContent: boolean }) {
  return (
    <div className="settings-delete">
      <Notice kind="warn">
        Your account will be deleted on <b>{formatDay(dueAt)}</b>.{' '}
        {keepsContent ? 'What you shared stays, without your name.' : 'What you shared is deleted with it.'}
      </Notice>
      <ActionForm
        section="delete"
        sends={{ intent: 'keep-account' }}
        label="Keep my account"
        busyLabel="Saving"
        variant="primary"
      />
    </div>
  )
}
