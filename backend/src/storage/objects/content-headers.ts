/** Types that browsers display without running scripts. */
const PASSIVE_TYPE =
  /^(image\/(png|jpe?g|gif|webp|avif|bmp|x-icon|vnd\.microsoft\.icon|heic|heif)|audio\/.*|video\/.*|application\/pdf)$/

/**
 * Returns headers that keep an uploaded file harmless. Files share the origin with the app, where HTML, XML or SVG
 * would run scripts.
 */
export function createTypeHeaders(storedType: string): Record<string, string> {
  const contentType = /text\/html/i.test(storedType) ? 'text/plain' : storedType
  // Browsers read the text after a comma as another type and use the last one.
  const mimeType = contentType.includes(',') ? '' : (contentType.split(';')[0]?.trim().toLowerCase() ?? '')
  return {
    'content-type': contentType,
    'x-content-type-options': 'nosniff',
    ...(PASSIVE_TYPE.test(mimeType) ? {} : { 'content-security-policy': "sandbox; default-src 'none'" }),
  }
}

/** Returns `Content-Disposition` when the client requests a download, with the requested name. */
export function createDispositionHeaders(query: URLSearchParams): Record<string, string> {
  const name = query.get('download')
  if (name === null) return {}
  const encoded = encodeURIComponent(name)
  const value = name === '' ? 'attachment;' : `attachment; filename=${encoded}; filename*=UTF-8''${encoded}`
  return { 'content-disposition': value }
}

/** Signed URLs can lose their permission at any time, so shared caches must not keep them and browsers only briefly. */
export function createSignedCacheHeaders(expiresAt: Date): Record<string, string> {
  return { expires: expiresAt.toUTCString(), 'cache-control': 'private, max-age=60, must-revalidate' }
}
