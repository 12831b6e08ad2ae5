import { Form, href, useSearchParams } from 'react-router'
import { Button } from '#app/ui/buttons/button.tsx'
import { TextField } from '#app/ui/forms/text/text-field.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import { INVITATION_PROBLEMS, type Invitation } from './invitation.ts'

/**
 * The page for visitors without a valid invitation when one is required: a field for it, and two other ways to
 * continue.
 */
export function InvitationNeeded({
  state,
  token,
}: {
  state: Invitation['state'] | undefined
  /** The token that was entered. */
  token: string | null
}) {
  const [parameters] = useSearchParams()
  const missing = token === null && parameters.has('invitation') ? 'Paste your invitation link or code.' : undefined
  const problem = state && state !== 'valid' && state !== 'setup' ? INVITATION_PROBLEMS[state] : missing
  return (
    <>
      <h1 className="auth-title">This map grows by invitation</h1>
      <p className="auth-lead">
        Anyone can look around. To add places, ask a member for a link, or paste the one you have.
      </p>
      <Form className="auth-fields" noValidate>
        <TextField
          label="Invitation link or code"
          name="invitation"
          className="auth-invitation"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          defaultValue={token ?? undefined}
          error={problem}
          required
        />
        <Button type="submit" variant="primary">
          Continue
        </Button>
      </Form>
      <OtherWays />
    </>
  )
}

export function ClosedToNewMembers() {
  return (
    <>
      <h1 className="auth-title">Sign-up is closed</h1>
      <p className="auth-lead">This site is not accepting new members. You can still see everything that is public.</p>
      <OtherWays />
    </>
  )
}

function OtherWays() {
  return (
    <p className="auth-after auth-ways">
      <TextLink to={href('/explore')}>Explore the map</TextLink> <TextLink to={href('/auth/login')}>Sign in</TextLink>
    </p>
  )
}
