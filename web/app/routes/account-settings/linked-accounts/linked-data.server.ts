import type { UserIdentity } from '@supabase/supabase-js'
import { getSignInOffer } from '#app/features/account/sign-in/methods/sign-in-methods.server.ts'
import type { SignInOffer } from '#app/features/account/sign-in/methods/sign-in-methods.ts'
import { writePhone } from '#app/features/account/sign-in/sign-in-name.ts'
import type { SettingsRequest } from '../settings-request.ts'

export type LinkedData = Awaited<ReturnType<typeof getLinked>>

/** Returns the linked accounts, and the providers that can still be linked. */
export async function getLinked({ user, settings }: SettingsRequest) {
  const offer = await getSignInOffer(settings)
  const identities = await Promise.all((user.identities ?? []).map(toOwnIdentity))
  return { identities, providers: listUnlinked(offer, identities) }
}

async function toOwnIdentity({ identity_id: id, provider, identity_data: known = {}, created_at }: UserIdentity) {
  const account = describeIdentity(known)
  return {
    id,
    provider,
    account: provider === 'phone' && account !== '' ? await writePhone(account) : account,
    createdAt: created_at ?? null,
  }
}

/** Returns the name under which the member knows the linked account. */
function describeIdentity(known: Record<string, unknown>): string {
  const names = [known.user_name, known.preferred_username, known.email, known.phone, known.address, known.full_name]
  const text = names.find((name) => typeof name === 'string' && name !== '')
  return typeof text === 'string' ? text : ''
}

function listUnlinked({ providers }: SignInOffer, identities: { provider: string }[]) {
  return providers.filter((name) => !identities.some(({ provider }) => provider === name))
}
