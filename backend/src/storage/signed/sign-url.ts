import * as v from 'valibot'
import { JsonObject } from '../../http/json-object.ts'
import { formatRenderOptions, RenderOptions } from '../images/render-options.ts'
import { parseShape, WholeNumber } from '../kernel/shapes.ts'
import { getVisibleObject } from '../objects/get-object-row.ts'
import type { Endpoint } from '../requests/endpoint.ts'

const Lifetime = v.pipe(WholeNumber, v.minValue(1, 'must be >= 1'))
const Body = v.object({
  expiresIn: Lifetime,
  // An empty transform is ignored; otherwise its presence alone would make the URL that of an image.
  transform: v.optional(JsonObject),
  versionId: v.optional(v.string()),
})

export const signUrl: Endpoint<v.InferOutput<typeof Body>> = {
  operation: 'storage.object.sign',
  body: Body,
  async handle(dependencies, call, { expiresIn, transform = {}, versionId }) {
    const path = `${call.bucketId}/${call.key}`
    const isImage = Object.keys(transform).length > 0
    const transformations = isImage
      ? formatRenderOptions(parseShape(transform, RenderOptions, 'body/transform'))
      : undefined
    await getVisibleObject(dependencies, call, versionId)
    const token = await dependencies.urlTokens.signDownload(path, call.scope, expiresIn, { transformations, versionId })
    return Response.json({ signedURL: `/${isImage ? 'render/image' : 'object'}/sign/${path}?token=${token}` })
  },
}
