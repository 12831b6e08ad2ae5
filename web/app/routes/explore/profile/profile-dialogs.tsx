import { getMemberName } from '#app/features/account/members/member-name.ts'
import { findMemberUrl } from '#app/features/account/members/member-url.ts'
import { ReportDialog } from '#app/features/reports/report-dialog.tsx'
import { ShareDialog } from '#app/features/share/share-dialog.tsx'
import { useViewer } from '#app/platform/root-data.ts'
import { FormDialog } from '#app/ui/dialogs/form-dialog.tsx'
import type { ProfileDialogName } from './profile-dialog-link.tsx'
import { isOpenProfile, type Profile } from './profile-page.ts'

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
  const name = getMemberName(member)
  if (opened === 'share') {
    const isPublic = isOpenProfile(profile) && profile.is_indexed && member.username !== null
    return (
      <ShareDialog
        page={{
          title: name,
          path: findMemberUrl(member) ?? '/explore',
          isPublic,
          card: isPublic ? `/card/member/${encodeURIComponent(member.username ?? '')}.png` : undefined,
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
  return <ReportDialog kind="member" id={member.id} onClose={onClose} />
}
