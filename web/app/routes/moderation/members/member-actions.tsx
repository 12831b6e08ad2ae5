import type { ReactNode } from 'react'
import { PageForm } from '#app/platform/navigation/page-form.tsx'
import { Button } from '#app/ui/buttons/button.tsx'
import { keepFromSubmitting } from '#app/ui/forms/keep-from-submitting.ts'
import type { OpenedMember } from './members-schema.ts'

/** The actions on a member: trust, warn, suspend, ban, and for administrators the role. Each is a separate form. */
export function MemberActions({
  member,
  isAdmin,
  rejected,
}: {
  member: OpenedMember
  isAdmin: boolean
  /** The values of the form that was rejected, which comes back with the page without JavaScript. */
  rejected: Record<string, string> | undefined
}) {
  const mayAct = member.role === 'member' || isAdmin
  if (!mayAct) return <p className="desk-note">Only administrators may act on moderators.</p>
  return (
    <section className="desk-acts" aria-labelledby="acts">
      <h3 className="title text-h3" id="acts">
        Trust
      </h3>
      <MemberForm member={member} act={member.is_trusted ? 'untrust' : 'trust'}>
        <p className="desk-note">
          {member.is_trusted ? 'Trusted: contributions skip the queue.' : 'Not trusted: contributions may be reviewed.'}
        </p>
        <Button type="submit">{member.is_trusted ? 'Review again' : 'Trust'}</Button>
      </MemberForm>
      <h3 className="title text-h3">Actions</h3>
      <ActPanel {...{ member, rejected }} act="warn" label="Warn" submit="Send warning" />
      {member.is_suspended ? (
        <MemberForm member={member} act="lift">
          <Button type="submit">Lift the suspension</Button>
        </MemberForm>
      ) : (
        <>
          <ActPanel {...{ member, rejected }} act="suspend" label="Suspend until…" submit="Suspend">
            <label className="field">
              <span className="field-label">Until</span>
              <input className="input" type="date" name="until" required defaultValue={rejected?.until} />
            </label>
          </ActPanel>
          <ActPanel {...{ member, rejected }} act="ban" label="Ban" submit="Ban" isDanger />
        </>
      )}
      {isAdmin && <Roles member={member} />}
    </section>
  )
}

function MemberForm({ member, act, children }: { member: OpenedMember; act: string; children: ReactNode }) {
  return (
    <PageForm method="post" className="desk-act" onKeyDown={keepFromSubmitting}>
      <input type="hidden" name="intent" value="member" />
      <input type="hidden" name="member" value={member.id} />
      <input type="hidden" name="act" value={act} />
      <NoDefaultButton />
      {children}
    </PageForm>
  )
}

/** Without JavaScript, Enter in a field presses the first submit button of the form. A disabled one does nothing. */
function NoDefaultButton() {
  return <button type="submit" hidden disabled />
}

function ActPanel({
  member,
  rejected,
  act,
  label,
  submit,
  isDanger = false,
  children,
}: {
  member: OpenedMember
  rejected: Record<string, string> | undefined
  act: string
  label: string
  submit: string
  isDanger?: boolean
  children?: ReactNode
}) {
  const variant = isDanger ? 'danger' : 'secondary'
  const values = rejected?.act === act ? rejected : undefined
  return (
    <details className="desk-act-panel" name="member-act" open={values !== undefined}>
      <summary className={`button button-${variant}`}>{label}</summary>
      <MemberForm member={member} act={act}>
        {children}
        <label className="field">
          <span className="field-label">Reason, as the member reads it</span>
          <textarea
            className="input"
            name="reason"
            rows={3}
            maxLength={1000}
            required
            dir="auto"
            defaultValue={values?.reason}
          />
        </label>
        <Button type="submit" variant={variant}>
          {submit}
        </Button>
      </MemberForm>
    </details>
  )
}

const ROLES = [
  ['role-member', 'member', 'Member'],
  ['role-moderator', 'moderator', 'Moderator'],
  ['role-admin', 'admin', 'Administrator'],
] as const

/** Only administrators see and change roles. Removing a role ends the member's sessions. */
function Roles({ member }: { member: OpenedMember }) {
  return (
    <>
      <h3 className="title text-h3">Role</h3>
      <PageForm method="post" className="desk-act" onKeyDown={keepFromSubmitting}>
        <input type="hidden" name="intent" value="member" />
        <input type="hidden" name="member" value={member.id} />
        <NoDefaultButton />
        {ROLES.map(([act, role, words]) => (
          <label key={act} className="choice">
            <input type="radio" name="act" value={act} defaultChecked={member.role === role} required />
            <span>{words}</span>
          </label>
        ))}
        <Button type="submit">Change role</Button>
      </PageForm>
    </>
  )
}
