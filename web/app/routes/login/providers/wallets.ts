import { useSyncExternalStore } from 'react'
import type { WalletChain } from '#app/features/account/sign-in/methods/sign-in-methods.ts'

/** The name of each blockchain. */
export const walletTitles: Record<WalletChain, string> = { ethereum: 'Ethereum', solana: 'Solana' }

/** Returns the offered chains for which this browser has a wallet. None on the server and without JavaScript. */
export function useWallets(offered: WalletChain[]): WalletChain[] {
  const present = useSyncExternalStore(
    () => () => undefined,
    () => offered.filter((chain) => typeof Reflect.get(window, chain) === 'object').join(' '),
    () => '',
  )
  return offered.filter((chain) => present.split(' ').includes(chain))
}
