import * as v from 'valibot'
import type { Transaction } from '../../postgres/statements/sql.ts'
import { noSuchKey } from '../errors.ts'
import { requireBucketName, requireKey } from '../kernel/names.ts'
import { asService, tryAsUser } from '../kernel/scope.ts'
import type { StorageDependencies } from '../requests/dependencies.ts'
import type { Call, Endpoint } from '../requests/endpoint.ts'
import { findObject, lockKey, moveObject as moveObjectRow } from '../tables/objects.ts'
import { requireFitting } from '../upload/require-fitting.ts'
import { getUploadBucket } from '../upload/upload-bucket.ts'
import { getVisibleObject, requireObject } from './get-object-row.ts'

const Body = v.object({
  bucketId: v.string(),
  sourceKey: v.string(),
  destinationKey: v.string(),
  destinationBucket: v.optional(v.string()),
  sourceVersionId: v.optional(v.string()),
})

/** Renames an object. No bytes are copied, because blobs are found by version. */
export const moveObject: Endpoint<v.InferOutput<typeof Body>> = {
  operation: 'storage.object.move',
  body: Body,
  async handle(dependencies, call, body) {
    const { sql } = dependencies
    const { scope, owner } = call
    const from = { bucketId: requireBucketName(body.bucketId), key: requireKey(body.sourceKey) }
    const bucketId = requireBucketName(body.destinationBucket ?? body.bucketId)
    const to = { bucketId, key: requireKey(body.destinationKey), ...owner }
    const isSamePlace = from.bucketId === to.bucketId && from.key === to.key
    const move = async (tx: Transaction) => {
      requireObject(await findObject(tx, from.bucketId, from.key), body.sourceVersionId)
      if (!isSamePlace && !(await moveObjectRow(tx, from, to))) throw noSuchKey()
    }
    await tryAsUser(sql, scope, move)
    if (to.bucketId !== from.bucketId) await requireWelcome(dependencies, { ...call, ...from }, to)
    await asService(sql, scope, async (tx) => {
      for (const place of [from, to].sort(byPlace)) await lockKey(tx, place.bucketId, place.key)
      await move(tx)
    })
    return Response.json({ message: 'Successfully moved' })
  },
}

/** Checks size and type against the destination bucket. Within one bucket they were checked at upload. */
async function requireWelcome(
  dependencies: StorageDependencies,
  call: Call,
  to: { bucketId: string; key: string },
): Promise<void> {
  const { metadata } = await getVisibleObject(dependencies, call)
  requireFitting(dependencies, await getUploadBucket(dependencies, { ...call, ...to }), to.key, metadata)
}

/** A fixed lock order, so that two crossing moves cannot deadlock. */
function byPlace(a: { bucketId: string; key: string }, b: { bucketId: string; key: string }): number {
  return `${a.bucketId}/${a.key}` < `${b.bucketId}/${b.key}` ? -1 : 1
}
