import Building from 'lucide-react/icons/building-2'
import Fingerprint from 'lucide-react/icons/fingerprint-pattern'
import KeyRound from 'lucide-react/icons/key-round'
import Mail from 'lucide-react/icons/mail'
import Wallet from 'lucide-react/icons/wallet'
import { useSyncExternalStore } from 'react'
import {
  ProviderWays,
  toStepQuery,
  useInvitationToken,
  WayButton,
  WayLink,
} from '#app/features/account/sign-in/methods/provider-buttons.tsx'
import type { SignInOffer, WalletChain } from '#app/features/account/sign-in/methods/sign-in-methods.ts'

type Way = 'password' | 'code' | 'organisation'

/** The name of each blockchain. */
const WALLET_TITLES: Record<WalletChain, string> = { ethereum: 'Ethereum', solana: 'Solana' }

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
          Use your {WALLET_TITLES[chain]} wallet
        </WayButton>
      ))}
    </ul>
  )
}

/** Returns the offered chains for which this browser has a wallet. None on the server and without JavaScript. */
function useWallets(offered: WalletChain[]): WalletChain[] {
  const present = useSyncExternalStore(
    () => () => undefined,
    () => offered.filter((chain) => typeof Reflect.get(window, chain) === 'object').join(' '),
    () => '',
  )
  return offered.filter((chain) => present.split(' ').includes(chain))
}
