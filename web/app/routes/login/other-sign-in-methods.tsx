import Building from 'lucide-react/icons/building-2'
import Fingerprint from 'lucide-react/icons/fingerprint-pattern'
import KeyRound from 'lucide-react/icons/key-round'
import Mail from 'lucide-react/icons/mail'
import Wallet from 'lucide-react/icons/wallet'
import {
  ProviderWays,
  toStepQuery,
  useInvitationToken,
  WayButton,
  WayLink,
} from '#app/features/account/sign-in/methods/provider-buttons.tsx'
import type { SignInOffer } from '#app/features/account/sign-in/methods/sign-in-methods.ts'
import { useWallets, walletTitles } from './providers/wallets.ts'

type Way = 'password' | 'code' | 'organisation'

/** The other sign-in methods that this site offers, one line each. */
export function OtherSignInMethods({ offer, besides }: { offer: SignInOffer; besides: Way }) {
  const wallets = useWallets(offer.wallets)
  const invitation = useInvitationToken()
  const codeLabel = offer.hasEmail ? 'Send me a code or link instead' : 'Text me a code instead'
  return (
    <ul className="auth-methods" aria-label="Other ways to sign in">
      {offer.hasPasskeys && (
        <WayButton intent="passkey" icon={<Fingerprint />} needsScript>
          Use a passkey
        </WayButton>
      )}
      {besides !== 'code' && (
        <WayLink search={toStepQuery('code', invitation)} icon={<Mail />}>
          {codeLabel}
        </WayLink>
      )}
      {besides !== 'password' && (
        <WayLink search={toStepQuery(null, invitation)} icon={<KeyRound />}>
          Use your password
        </WayLink>
      )}
      <ProviderWays providers={offer.providers} invitation={invitation} />
      {offer.hasOrganisations && besides !== 'organisation' && (
        <WayLink search={toStepQuery('organisation', invitation)} icon={<Building />}>
          Sign in with your organisation
        </WayLink>
      )}
      {/* Wallets are found by script, so they come last. */}
      {wallets.map((chain) => (
        <WayButton key={chain} intent="wallet" values={{ chain, ...(invitation && { invitation }) }} icon={<Wallet />}>
          Use your {walletTitles[chain]} wallet
        </WayButton>
      ))}
    </ul>
  )
}
