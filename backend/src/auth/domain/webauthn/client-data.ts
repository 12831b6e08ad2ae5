import * as v from 'valibot'
import type { RelyingParty } from './relying-party.ts'

const ClientData = v.object({ origin: v.string() })

/** Returns the origin in the client data when the site allows it. Throws otherwise (WebAuthn §5.8.1). */
export function readOrigin(party: RelyingParty, clientDataJson: string): string {
  const { origin } = v.parse(ClientData, JSON.parse(Buffer.from(clientDataJson, 'base64url').toString()))
  if (!party.allows(origin)) throw new Error('The credential was used on another site.')
  return origin
}
