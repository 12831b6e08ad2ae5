import * as v from 'valibot'
import { requireBucketName } from '../kernel/names.ts'
import { asUser } from '../kernel/scope.ts'
import { WholeNumber } from '../kernel/shapes.ts'
import type { Endpoint } from '../requests/endpoint.ts'
import { listVisibleKeys } from '../tables/objects.ts'

const Body = v.object({
  expiresIn: v.pipe(WholeNumber, v.minValue(1, 'must be >= 1')),
  paths: v.pipe(
    v.array(v.string()),
    v.minLength(1, 'must NOT have fewer than 1 items'),
    v.maxLength(1000, 'must NOT have more than 1000 items'),
  ),
})
const NOT_FOUND = 'Either the object does not exist or you do not have access to it'

export const signManyUrls: Endpoint<v.InferOutput<typeof Body>> = {
  operation: 'storage.object.sign_many',
  body: Body,
  async handle({ sql, urlTokens }, { scope, bucketId }, { expiresIn, paths }) {
    requireBucketName(bucketId)
    const visible = await asUser(sql, scope, (tx) => listVisibleKeys(tx, bucketId, paths))
    const signed = paths.map(async (path) => {
      if (!visible.has(path)) return { error: NOT_FOUND, path, signedURL: null }
      const token = await urlTokens.signDownload(`${bucketId}/${path}`, scope, expiresIn)
      return { error: null, path, signedURL: `/object/sign/${bucketId}/${path}?token=${token}` }
    })
    return Response.json(await Promise.all(signed))
  },
}
