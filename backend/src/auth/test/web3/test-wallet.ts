import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { base58 } from '@scure/base'
import { toChecksumAddress } from '../../domain/web3/verify-signature.ts'

export type WalletChain = 'ethereum' | 'solana'

// Fixed keys, so that failures are reproducible.
const ETHEREUM_KEY = Buffer.from('01'.repeat(32), 'hex')
export const SOLANA_KEY = Buffer.from('02'.repeat(32), 'hex')
const PUBLIC = secp256k1.getPublicKey(ETHEREUM_KEY, false)

/** The addresses of the test wallets. */
export const WALLET_ADDRESSES: Record<WalletChain, string> = {
  ethereum: toChecksumAddress(`0x${Buffer.from(keccak_256(PUBLIC.subarray(1)).subarray(-20)).toString('hex')}`),
  solana: base58.encode(ed25519.getPublicKey(SOLANA_KEY)),
}

/** Signs as a wallet of the chain does: Ethereum in hexadecimal digits, Solana in base64url. */
export function signByWallet(chain: WalletChain, message: string): string {
  if (chain === 'solana') return Buffer.from(ed25519.sign(Buffer.from(message), SOLANA_KEY)).toString('base64url')
  const text = Buffer.from(message)
  const hash = keccak_256(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${text.length}`), text]))
  const [recovery = 0, ...rest] = secp256k1.sign(hash, ETHEREUM_KEY, { prehash: false, format: 'recovered' })
  return `0x${Buffer.from([...rest, recovery + 27]).toString('hex')}`
}
