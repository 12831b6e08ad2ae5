import * as v from 'valibot'

/** The private key of an Apple developer account, as JSON. */
export const AppleKey = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ team_id: v.string(), key_id: v.string(), private_key: v.string() }),
)

/** Returns true for a private key, and false for a ready-made JWT, which is used unchanged. */
export function isAppleSecret(setting: string): boolean {
  return !setting.startsWith('{') || v.is(AppleKey, setting)
}
