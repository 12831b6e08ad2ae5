import { createHash } from 'node:crypto'
import * as v from 'valibot'
import type { ExternalAccount } from '../../domain/linking/external-account.ts'
import { signInExternally } from '../../domain/linking/sign-in-externally.ts'
import { issueSession } from '../../domain/sessions/issue-session.ts'
import {
  type Chain,
  parseWalletMessage,
  type WalletMessage,
  WalletMessageError,
} from '../../domain/web3/parse-message.ts'
import {
  decodeSolanaAddress,
  isEthereumAddress,
  isEthereumSignature,
  isSolanaSignature,
  toChecksumAddress,
} from '../../domain/web3/verify-signature.ts'
import { errors, OAuthStyleError } from '../../errors.ts'
import type { AuthDependencies, Statements } from '../../kernel/dependencies.ts'
import { isAllowedRedirect } from '../../kernel/values/redirect.ts'
import { readBody } from '../../requests/body.ts'
import type { AuthRequest } from '../../requests/context.ts'
import { getAudience } from '../../requests/request-client.ts'
import { respondWithTokens } from '../../requests/respond-with-tokens.ts'
import { findProviderId } from '../../tables/identities.ts'
import { createUsedMessage } from '../../tables/web3-used-messages.ts'

const Body = v.object({
  chain: v.optional(v.string(), ''),
  message: v.optional(v.string(), ''),
  signature: v.optional(v.string(), ''),
})
const SHORTEST_BYTES = 64
const LONGEST_BYTES = 20 * 1024
const TITLES = { ethereum: 'Ethereum', solana: 'Solana' } as const

/** POST /token?grant_type=web3: signs in with a message that a wallet has signed (auth 7.2). */
export async function grantByWallet(request: AuthRequest): Promise<Response> {
  const { dependencies } = request.var
  const { settings } = dependencies
  if (!settings.web3EthereumEnabled && !settings.web3SolanaEnabled) throw errors.web3Disabled()
  const body = await readBody(request, Body)
  const chain = requireChain(dependencies, body.chain)
  const message = readSigned(chain, body)
  requireMessageForThisSite(dependencies, chain, message)
  const account = await toWalletAccount(dependencies, chain, message)
  // The page that the wallet names, which may carry an invitation.
  const external = { account, audience: getAudience(request), redirectTo: message.uri.href }
  const issued = await signInExternally(dependencies, external, async (sql, user) => {
    await requireUnused(dependencies, sql, chain, body.message)
    return issueSession(dependencies, sql, { user, method: 'web3', isAudited: false })
  })
  return respondWithTokens(request, issued)
}

function requireChain({ settings }: AuthDependencies, chain: string): Chain {
  if (chain !== 'ethereum' && chain !== 'solana') throw errors.web3ChainUnknown()
  const isEnabled = chain === 'ethereum' ? settings.web3EthereumEnabled : settings.web3SolanaEnabled
  if (!isEnabled) throw errors.web3ChainDisabled(TITLES[chain])
  return chain
}

/** Returns the message. Throws when the owner of its address did not sign it. */
function readSigned(chain: Chain, { message: text, signature }: v.InferOutput<typeof Body>): WalletMessage {
  const size = Buffer.byteLength(text)
  if (size < SHORTEST_BYTES) throw errors.validation('message is too short')
  if (size > LONGEST_BYTES) throw errors.validation('message must not exceed 20KB')
  const isSigned = chain === 'ethereum' ? readEthereum(signature) : readSolana(signature)
  const message = parseOrThrow(text, chain)
  if (!isSigned(text, message.address)) throw rejection('Signature does not match address in message')
  return message
}

type Check = (text: string, address: string) => boolean

function readEthereum(signature: string): Check {
  const digits = signature.replace(/^0x/, '')
  if (!/^[0-9a-f]{130}$/i.test(digits)) {
    throw errors.validation('signature must be 65 bytes long, encoded as a 130 character-long hexadecimal string')
  }
  return (text, address) => isEthereumSignature(text, digits, address)
}

function readSolana(signature: string): Check {
  if (!/^[A-Za-z0-9+/_-]{86}(==)?$/.test(signature)) {
    throw errors.validation('signature must be 64 bytes encoded as base64 with or without padding')
  }
  const bytes = Buffer.from(signature, 'base64')
  return (text, address) => isSolanaSignature(text, bytes, address)
}

function parseOrThrow(text: string, chain: Chain): WalletMessage {
  const message = parseText(text, chain)
  const isAddress = chain === 'ethereum' ? isEthereumAddress : decodeSolanaAddress
  if (!isAddress(message.address)) throw errors.validation(`address is not one of ${TITLES[chain]}`)
  if (chain === 'ethereum' && !/^[1-9]\d{0,77}$/.test(message.chainId ?? '')) {
    throw errors.validation('Chain ID is missing or not a number')
  }
  return message
}

function parseText(text: string, chain: Chain): WalletMessage {
  try {
    return parseWalletMessage(text, chain)
  } catch (error) {
    throw error instanceof WalletMessageError ? errors.validation(error.message) : error
  }
}

/** Rejects messages for another site, and messages that are expired or too old. */
function requireMessageForThisSite({ settings, now }: AuthDependencies, chain: Chain, message: WalletMessage): void {
  const title = TITLES[chain]
  const { uri, domain, issuedAt, notBefore, expirationTime } = message
  const isLocal = uri.hostname === 'localhost'
  if (uri.protocol !== 'https:' && !(isLocal && uri.protocol === 'http:')) {
    throw rejection(`Signed ${title} message is using URI which does not use HTTPS`)
  }
  if (!isAllowedRedirect(uri.href, settings)) {
    throw rejection(
      `Signed ${title} message is using URI which is not allowed on this server, message was signed for another app`,
    )
  }
  const { pathname } = new URL(settings.siteUrl)
  const isOurDomain = isLocal || isAllowedRedirect(`https://${domain}${pathname}`, settings)
  if (uri.host !== domain.toLowerCase() || !isOurDomain) {
    throw rejection(
      `Signed ${title} message is using a Domain that does not match the one in URI which is not allowed on this server`,
    )
  }
  const time = now()
  if (notBefore && time < notBefore) throw rejection(`Signed ${title} message becomes valid in the future`)
  if (expirationTime && time >= expirationTime) throw rejection(`Signed ${title} message is expired`)
  const maxAgeMs = chain === 'ethereum' ? settings.web3EthereumMaxAgeMs : settings.web3SolanaMaxAgeMs
  const ageMs = time.getTime() - issuedAt.getTime()
  if (ageMs > maxAgeMs) throw rejection(`${title} message was issued too long ago`)
  if (ageMs < -maxAgeMs) throw rejection(`${title} message was issued too far in the future`)
}

/** Throws when the message has opened a session before: someone who has read it must not get in. */
async function requireUnused(
  { settings, now }: AuthDependencies,
  sql: Statements,
  chain: Chain,
  text: string,
): Promise<void> {
  const maxAgeMs = chain === 'ethereum' ? settings.web3EthereumMaxAgeMs : settings.web3SolanaMaxAgeMs
  const hash = createHash('sha256').update(text).digest('hex')
  // A message may also be issued this far in the future.
  const isUnused = await createUsedMessage(sql, { hash, expiresAt: new Date(now().getTime() + 2 * maxAgeMs) })
  if (!isUnused) throw rejection(`Signed ${TITLES[chain]} message was already used`)
}

/** Wallets write Ethereum addresses with or without a checksum. All spellings are one identity. */
async function toWalletAccount(
  { sql }: AuthDependencies,
  chain: Chain,
  { address, chainId, domain, statement }: WalletMessage,
): Promise<ExternalAccount> {
  const written = chain === 'ethereum' ? [address, address.toLowerCase(), toChecksumAddress(address)] : [address]
  const subjects = written.map((form) => `web3:${chain}:${form}`)
  const subject = (await findProviderId(sql, 'web3', subjects)) ?? `web3:${chain}:${address}`
  const custom = { address, chain, network: chainId ?? '', domain, statement: statement ?? '' }
  return { provider: 'web3', subject, emails: [], claims: { custom_claims: custom }, isEmailOptional: true }
}

function rejection(description: string): OAuthStyleError {
  return new OAuthStyleError('invalid_grant', description)
}
