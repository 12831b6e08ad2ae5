import { nameMember } from '#app/features/account/members/member-name.ts'
import { findMemberUrl } from '#app/features/account/members/member-url.ts'
import { ShareDialog } from '#app/features/share/share-dialog.tsx'
import { CONTENT_LIMITS } from '#app/lib/content-limits.ts'
import { useViewer } from '#app/platform/root-data.ts'
import { FormDialog } from '#app/ui/dialogs/form-dialog.tsx'
import { RadioGroup } from '#app/ui/forms/radio-group.tsx'
import { TextAreaField } from '#app/ui/forms/text-area-field.tsx'
import type { ProfileDialogName } from './profile-dialog-link.tsx'
import { memberReportReasons } from './profile-forms.ts'
import { isOpenProfile, type Profile } from './profile-page.ts'

const reasons = Object.entries(memberReportReasons).map(([value, label]) => ({ value, label }))

/** The open dialog of a profile, if any. Only members block and report. */
export function ProfileDialogs({
  profile,
  opened,
  onClose,
}: {
  profile: Profile
  opened: ProfileDialogName | null
  onClose: () => void
}) {
  const viewer = useViewer()
  const { member } = profile
  const name = nameMember(member)
  if (opened === 'share') {
    const card = isOpenProfile(profile) && profile.is_indexed && member.username !== null
    return (
      <ShareDialog
        page={{
          title: name,
          path: findMemberUrl(member) ?? '/explore',
          card: card ? `/card/member/${encodeURIComponent(member.username ?? '')}.png` : undefined,
        }}
        onClose={onClose}
      />
    )
  }
  if (opened === null || !viewer || viewer.id === member.id) return null
  if (opened === 'block') {
    return (
      <FormDialog
        intent="block"
        title={`Block ${name}?`}
        description="You will not see each other’s comments, and neither can follow or mention the other."
        submitLabel={`Block ${name}`}
        busyLabel="Blocking"
        doneMessage={`You blocked ${name}.`}
        danger
        onClose={onClose}
      >
        {() => <input type="hidden" name="member" value={member.id} />}
      </FormDialog>
    )
  }
  return <ReportDialog memberId={member.id} name={name} onClose={onClose} />
}

function ReportDialog({ memberId, name, onClose }: { memberId: string; name: string; onClose: () => void }) {
  return (
    <FormDialog
      intent="report-member"
      title={`Report ${name}`}
      description="The moderators read this. The member does not see who sent it."
      submitLabel="Send report"
      busyLabel="Sending"
      doneMessage="Thank you. The moderators will look at it."
      onClose={onClose}
    >
      {(rejection) => (
        <>
          <input type="hidden" name="member" value={memberId} />
          <RadioGroup
            legend="Reason"
            name="reason"
            options={reasons}
            defaultValue={rejection?.values.reason ?? ''}
            error={rejection?.fieldErrors.reason}
          />
          <TextAreaField
            label="Details"
            name="body"
            optional
            rows={3}
            maxLength={CONTENT_LIMITS['reports.body']}
            defaultValue={rejection?.values.body}
            error={rejection?.fieldErrors.body}
          />
        </>
      )}
    </FormDialog>
  )
}
