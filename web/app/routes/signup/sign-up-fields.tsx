import Building from 'lucide-react/icons/building-2'
import Wallet from 'lucide-react/icons/wallet'
import { href } from 'react-router'
import { MemberAvatar } from '#app/features/account/members/member-avatar.tsx'
import { getMemberName } from '#app/features/account/members/member-name.ts'
import { Username } from '#app/features/account/members/profile-schema.ts'
import { AccountField } from '#app/features/account/sign-in/account-field.tsx'
import { AuthForm } from '#app/features/account/sign-in/auth-form.tsx'
import { ProviderWays, toStepQuery, WayLink } from '#app/features/account/sign-in/methods/provider-buttons.tsx'
import type { SignInOffer } from '#app/features/account/sign-in/methods/sign-in-methods.ts'
import { NewPasswordField } from '#app/features/account/sign-in/password/new-password-field.tsx'
import { checkBy } from '#app/lib/check-by.ts'
import { CONTENT_LIMITS, USERNAME_LENGTH } from '#app/lib/content-limits.ts'
import type { FormRejection } from '#app/lib/form-result.ts'
import { formatDay } from '#app/lib/format/dates.ts'
import { getSiteName } from '#app/platform/config/site-name.ts'
import { TextField } from '#app/ui/forms/text/text-field.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import type { Invitation } from './invitation.ts'

const checkUsername = checkBy(Username)

/** The form of a new account. It names the member who invites, and the reason for signing up. */
export function SignUpFields({
  offer,
  invitation,
  token,
  reason,
  rejection,
}: {
  offer: SignInOffer
  invitation: Invitation | null
  /** The token of the invitation. */
  token: string | null
  /** The sentence that explains why the visitor is asked to sign up. */
  reason: string
  rejection: FormRejection | undefined
}) {
  const isSetup = invitation?.state === 'setup'
  const passedOn = invitation?.state === 'valid' ? token : null
  return (
    <>
      {invitation?.state === 'valid' && <Invited invitation={invitation} />}
      <AuthForm
        intent="sign-up"
        title="Sign up"
        lead={isSetup ? 'This link makes you the administrator of this site. It works once.' : reason}
        submitLabel="Sign up"
        busyLabel="Signing up"
        rejection={rejection}
        hasCaptcha
        after={
          <>
            {/* The first administrator is appointed after sign-up, so the form passes on the token of their link. */}
            {!isSetup && <OtherSignUpMethods offer={offer} invitation={passedOn} />}
            {invitation?.state === 'valid' && (
              <p className="auth-hint">The invitation is valid until {formatDay(invitation.expires_at)}.</p>
            )}
            <p className="auth-after">
              Have an account? <TextLink to={href('/auth/login')}>Sign in</TextLink>
            </p>
          </>
        }
      >
        <Fields offer={offer} rejection={rejection} />
      </AuthForm>
    </>
  )
}

/** The other methods that sign new members up. */
function OtherSignUpMethods({ offer, invitation }: { offer: SignInOffer; invitation: string | null }) {
  const { providers, hasOrganisations, wallets } = offer
  if (providers.length === 0 && !hasOrganisations && wallets.length === 0) return null
  return (
    <ul className="auth-methods" aria-label="Other ways to sign up">
      <ProviderWays providers={providers} invitation={invitation} />
      {hasOrganisations && (
        <WayLink search={toStepQuery('organisation', invitation)} icon={<Building />}>
          Continue with your organisation
        </WayLink>
      )}
      {wallets.length > 0 && (
        <WayLink search={toStepQuery(null, invitation)} icon={<Wallet />}>
          Continue with a wallet
        </WayLink>
      )}
    </ul>
  )
}

function Invited({ invitation }: { invitation: Extract<Invitation, { state: 'valid' }> }) {
  const { invited_by: author } = invitation
  return (
    <div className="auth-invited">
      {author && <MemberAvatar id={author.id} url={author.avatar_url} size={44} />}
      <p>
        <b dir="auto">{getMemberName(author)}</b> invited you
        {invitation.list_title === null ? (
          <span>to join {getSiteName()}</span>
        ) : (
          <span>
            to make <b dir="auto">{invitation.list_title}</b> together
          </span>
        )}
      </p>
    </div>
  )
}

function Fields({ offer, rejection }: { offer: SignInOffer; rejection: FormRejection | undefined }) {
  const field = (name: string) => ({
    name,
    defaultValue: rejection?.values[name],
    error: rejection?.fieldErrors[name],
  })
  const nameLength = CONTENT_LIMITS['users.name']
  return (
    <>
      <div className="auth-pair">
        <TextField label="Name" autoComplete="given-name" maxLength={nameLength} optional {...field('name')} />
        <TextField label="Surname" autoComplete="family-name" maxLength={nameLength} optional {...field('surname')} />
      </div>
      <TextField
        label="Username"
        autoComplete="nickname"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={USERNAME_LENGTH.max}
        hint="Shown with your spots."
        required
        check={checkUsername}
        {...field('username')}
      />
      <AccountField offer={offer} rejection={rejection} />
      <NewPasswordField error={rejection?.fieldErrors.password} />
    </>
  )
}
