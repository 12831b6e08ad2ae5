import { createHash } from 'node:crypto'
import { readWhole } from '../blobs/file-part.ts'
import { chooseOutputFormat, detectImageFormat, type OutputFormat } from '../images/image-format.ts'
import { fileIsTooLarge, SOURCE_LIMIT_BYTES } from '../images/image-renderer.ts'
import { formatRenderOptions, type RenderOptions } from '../images/render-options.ts'
import { requireSafeHeaders } from '../kernel/safe-headers.ts'
import { isNotModified } from '../objects/conditional-request.ts'
import { createDispositionHeaders, createSignedCacheHeaders, createTypeHeaders } from '../objects/content-headers.ts'
import { getFacts, openBlob } from '../objects/serve-object.ts'
import type { StorageDependencies } from '../requests/dependencies.ts'
import type { Call } from '../requests/endpoint.ts'
import type { ObjectRow } from '../tables/objects.ts'

/** Responds with the transformed image, from the cache if possible. */
export async function serveRenderedImage(
  dependencies: StorageDependencies,
  call: Call,
  object: ObjectRow,
  options: RenderOptions,
  { expiresAt }: { expiresAt?: Date } = {},
): Promise<Response> {
  const { etag: sourceTag, size, lastModified } = getFacts(object)
  if (size > SOURCE_LIMIT_BYTES) throw fileIsTooLarge()
  // The Accept header matters only where it decides the format.
  const accept = options.format === undefined ? (call.request.headers.get('accept') ?? '') : ''
  const takesWebp = chooseOutputFormat('jpeg', options.format, accept) === 'webp'
  const hash = hashRequest(sourceTag, options, takesWebp)
  const etag = `"${hash}"`
  const cacheHeaders = {
    etag,
    'last-modified': lastModified.toUTCString(),
    ...(expiresAt
      ? createSignedCacheHeaders(expiresAt)
      : { 'cache-control': object.metadata?.cacheControl ?? 'no-cache' }),
    ...(options.format === undefined ? { vary: 'Accept' } : {}),
  }
  if (isNotModified(call.request.headers, etag, lastModified)) {
    return new Response(null, { status: 304, headers: requireSafeHeaders(cacheHeaders) })
  }
  const content = await getRendered(dependencies, object, options, { hash, accept })
  return new Response(new Uint8Array(content), {
    headers: requireSafeHeaders({
      ...cacheHeaders,
      ...createTypeHeaders(`image/${detectImageFormat(content) ?? 'webp'}`),
      ...createDispositionHeaders(call.query),
      'content-length': String(content.byteLength),
      'x-robots-tag': 'none',
      'x-transformations': formatRenderOptions(options),
    }),
  })
}

function hashRequest(sourceTag: string, options: RenderOptions, takesWebp: boolean): string {
  const text = `${sourceTag}\n${formatRenderOptions(options)}\n${takesWebp}`
  return createHash('sha256').update(text).digest('hex').slice(0, 40)
}

async function getRendered(
  dependencies: StorageDependencies,
  object: ObjectRow,
  options: RenderOptions,
  { hash, accept }: { hash: string; accept: string },
): Promise<Uint8Array> {
  const version = object.version ?? ''
  const cached = await dependencies.renderCache.find(version, hash)
  if (cached) return cached
  return dependencies.sharedRenders.run(`${version}/${hash}`, () =>
    render(dependencies, object, options, { hash, accept }),
  )
}

async function render(
  dependencies: StorageDependencies,
  object: ObjectRow,
  options: RenderOptions,
  { hash, accept }: { hash: string; accept: string },
): Promise<Uint8Array> {
  const readSource = async () => readWhole(await openBlob(dependencies, object))
  const chooseFormat = (format: Parameters<typeof chooseOutputFormat>[0]): OutputFormat =>
    chooseOutputFormat(format, options.format, accept)
  const { content } = await dependencies.renderer.render(readSource, options, chooseFormat)
  // Readers get the image even when the disk is full.
  await dependencies.renderCache.put(object.version ?? '', hash, content).catch((error: unknown) => {
    dependencies.log.warn('a rendered image could not be cached', { error })
  })
  return content
}
