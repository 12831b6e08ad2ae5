import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { base58 } from '@scure/base'

const ADDRESS_BYTES = 20
const KEY_BYTES = 32
/** The prefix that Ledger devices sign before a message, so that it can never be a transaction. */
const OFFCHAIN_DOMAIN = Buffer.concat([Buffer.from([0xff]), Buffer.from('solana offchain')])
/** Restricted ASCII and limited UTF-8. */
const OFFCHAIN_FORMATS = [0, 1]

/**
 * Checks that the owner of an Ethereum address signed the text (EIP-191, `personal_sign`). The signature is
 * hexadecimal.
 */
export function isEthereumSignature(text: string, signature: string, address: string): boolean {
  const bytes = Buffer.from(signature, 'hex')
  const recovery = (bytes[64] ?? 0) - ((bytes[64] ?? 0) >= 27 ? 27 : 0)
  if (recovery !== 0 && recovery !== 1) return false
  const message = Buffer.from(text)
  const prefix = Buffer.from(`\x19Ethereum Signed Message:\n${message.length}`)
  const hash = keccak_256(Buffer.concat([prefix, message]))
  try {
    const recovered = Buffer.concat([Buffer.from([recovery]), bytes.subarray(0, 64)])
    const key = secp256k1.recoverPublicKey(recovered, hash, { prehash: false })
    const point = secp256k1.Point.fromBytes(key).toBytes(false)
    const owner = Buffer.from(keccak_256(point.subarray(1)).subarray(-ADDRESS_BYTES)).toString('hex')
    return `0x${owner}` === address.toLowerCase()
  } catch {
    // The numbers lie outside the curve, so the signature is invalid.
    return false
  }
}

/** Checks the format of an Ethereum address. A mixed-case address carries a checksum (EIP-55). */
export function isEthereumAddress(address: string): boolean {
  if (!/^0x[0-9a-f]{40}$/i.test(address)) return false
  const digits = address.slice(2)
  return digits === digits.toLowerCase() || digits === digits.toUpperCase() || address === toChecksumAddress(address)
}

/** Returns the address with its checksum. */
export function toChecksumAddress(address: string): string {
  const digits = address.slice(2).toLowerCase()
  const hash = Buffer.from(keccak_256(Buffer.from(digits))).toString('hex')
  return `0x${[...digits].map((digit, index) => (Number.parseInt(hash[index] ?? '0', 16) >= 8 ? digit.toUpperCase() : digit)).join('')}`
}

/**
 * Checks that the owner of a Solana address signed the text, either directly or within the frame of a Ledger device.
 */
export function isSolanaSignature(text: string, signature: Uint8Array, address: string): boolean {
  const key = decodeSolanaAddress(address)
  if (!key) return false
  const message = Buffer.from(text)
  return [message, ...frameForLedger(message, key)].some((signed) => {
    try {
      return ed25519.verify(signature, signed, key, { zip215: false })
    } catch {
      return false
    }
  })
}

/** Decodes a Solana address to its public key. Returns undefined when it is invalid. */
export function decodeSolanaAddress(address: string): Uint8Array | undefined {
  if (!/^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(address)) return undefined
  const key = base58.decode(address)
  return key.length === KEY_BYTES ? key : undefined
}

/** Older devices omit application and signer; newer ones write an application of zeros and one signer. */
function frameForLedger(message: Buffer, key: Uint8Array): Buffer[] {
  const length = Buffer.alloc(2)
  if (message.length > 0xffff) return []
  length.writeUInt16LE(message.length)
  const version = Buffer.from([0])
  return OFFCHAIN_FORMATS.flatMap((format) => [
    Buffer.concat([OFFCHAIN_DOMAIN, version, Buffer.from([format]), length, message]),
    Buffer.concat([OFFCHAIN_DOMAIN, version, Buffer.alloc(KEY_BYTES), Buffer.from([format, 1]), key, length, message]),
  ])
}
