import { useSyncExternalStore } from 'react'
import type { WalletChain } from '#app/features/account/sign-in/sign-in-methods.ts'

/** How people call what each chain's wallets are for. */
export const walletTitles: Record<WalletChain, string> = { ethereum: 'Ethereum', solana: 'Solana' }

/** Those of the offered chains for which this browser has a wallet. None while the server renders, and without script. */
export function useWallets(offered: WalletChain[]): WalletChain[] {
  const present = useSyncExternalStore(
    () => () => undefined,
    () => offered.filter((chain) => typeof Reflect.get(window, chain) === 'object').join(' '),
    () => '',
  )
  return offered.filter((chain) => present.split(' ').includes(chain))
}
