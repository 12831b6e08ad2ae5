import * as v from 'valibot'
import { audit } from '../../domain/accounts/audit.ts'
import { errors } from '../../errors.ts'
import { isUuid } from '../../kernel/values/uuid.ts'
import { readBody } from '../../requests/body.ts'
import type { AuthRequest } from '../../requests/context.ts'
import { deletePasskey, listPasskeys, updatePasskeyName } from '../../tables/passkeys.ts'
import { toPasskeyJson } from './passkey-access.ts'

const LONGEST_NAME = 120
const NameBody = v.object({ friendly_name: v.optional(v.string(), '') })

/** GET /passkeys (auth 9.1). */
export async function listOwnPasskeys(request: AuthRequest): Promise<Response> {
  const { dependencies, signedIn } = request.var
  return request.json((await listPasskeys(dependencies.sql, signedIn.user.id)).map(toPasskeyJson))
}

/** PATCH /passkeys/{id}: sets the name (auth 9.1). */
export async function renamePasskey(request: AuthRequest): Promise<Response> {
  const { dependencies, signedIn } = request.var
  const { user } = signedIn
  const id = getPasskeyId(request)
  const { friendly_name: text } = await readBody(request, NameBody)
  const name = text.trim()
  if (name === '' || [...name].length > LONGEST_NAME) {
    throw errors.validation('friendly_name needs to be 1 to 120 characters')
  }
  const passkey = await updatePasskeyName(dependencies.sql, { id, userId: user.id, name, now: dependencies.now() })
  if (!passkey) throw errors.passkeyNotFound()
  const traits = { passkey_id: id }
  await audit(dependencies, dependencies.sql, { user, action: 'passkey_updated', traits })
  return request.json(toPasskeyJson(passkey))
}

/** DELETE /passkeys/{id} (auth 9.1). */
export async function deleteOwnPasskey(request: AuthRequest): Promise<Response> {
  const { dependencies, signedIn } = request.var
  const { user } = signedIn
  const id = getPasskeyId(request)
  if (!(await deletePasskey(dependencies.sql, id, user.id))) throw errors.passkeyNotFound()
  const traits = { passkey_id: id }
  await audit(dependencies, dependencies.sql, { user, action: 'passkey_deleted', traits })
  return request.body(null, 204)
}

/** Returns the id in the path. Throws when it is malformed. */
export function getPasskeyId(request: AuthRequest): string {
  const id = request.req.param('passkeyId')
  if (!isUuid(id)) throw errors.passkeyNotFound()
  return id
}
