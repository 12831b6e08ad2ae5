import { importPKCS8, SignJWT } from 'jose'
import * as v from 'valibot'
import { AppleKey } from '../../settings/apple-key.ts'

const LIFE_MS = 600_000

/**
 * Returns the client secret for Apple: a JWT that is valid for at most six months. A setting with the key itself, as
 * JSON of team_id, key_id and private_key, never needs renewal; any other setting is the JWT.
 */
export async function toAppleSecret(setting: string, clientId: string, audience: string, now: Date): Promise<string> {
  if (!setting.startsWith('{')) return setting
  const { team_id: teamId, key_id: keyId, private_key: text } = v.parse(AppleKey, setting)
  const key = await importPKCS8(text.replaceAll('\\n', '\n'), 'ES256')
  return new SignJWT()
    .setProtectedHeader({ alg: 'ES256', kid: keyId })
    .setIssuer(teamId)
    .setSubject(clientId)
    .setAudience(audience)
    .setIssuedAt(now)
    .setExpirationTime(new Date(now.getTime() + LIFE_MS))
    .sign(key)
}
