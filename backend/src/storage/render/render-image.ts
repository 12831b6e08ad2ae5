import { parseRenderQuery } from '../images/render-options.ts'
import { requireUrlToken } from '../objects/download-object.ts'
import { getPublicObject, getSignedObject, getVisibleObject } from '../objects/get-object-row.ts'
import type { Endpoint } from '../requests/endpoint.ts'
import { serveRenderedImage } from './serve-rendered-image.ts'

export const renderPublicImage: Endpoint = {
  operation: 'storage.render.image_public',
  async handle(dependencies, call) {
    const options = parseRenderQuery(call.query)
    return serveRenderedImage(dependencies, call, await getPublicObject(dependencies, call), options)
  },
}

export const renderAuthenticatedImage: Endpoint = {
  operation: 'storage.render.image_authenticated',
  async handle(dependencies, call) {
    const options = parseRenderQuery(call.query)
    return serveRenderedImage(dependencies, call, await getVisibleObject(dependencies, call), options)
  },
}

/** Uses the signed options and ignores those of the query. */
export const renderSignedImage: Endpoint = {
  operation: 'storage.render.image_sign',
  async handle(dependencies, call) {
    const path = `${call.bucketId}/${call.key}`
    const download = await dependencies.urlTokens.verifyDownload(requireUrlToken(call), path)
    const options = parseRenderQuery(new URLSearchParams(download.transformations ?? ''))
    const object = await getSignedObject(dependencies, call, download)
    return serveRenderedImage(dependencies, call, object, options, download)
  },
}

/** Clears the render cache. There is no CDN to purge. */
export const purgeRenders: Endpoint = {
  operation: 'storage.cdn.purge',
  async handle({ renderCache }) {
    await renderCache.deleteAll()
    return Response.json({ message: 'success' })
  },
}
