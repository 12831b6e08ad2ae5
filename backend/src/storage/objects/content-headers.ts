import { invalidRequest } from '../errors.ts'

/** Types that a browser shows without running anything of them. */
const PASSIVE_TYPE =
  /^(image\/(png|jpe?g|gif|webp|avif|bmp|x-icon|vnd\.microsoft\.icon|heic|heif)|audio\/.*|video\/.*|application\/pdf)$/

/**
 * The headers that keep an uploaded file harmless: files share the origin with the app, and HTML, XML or SVG would run
 * script there.
 */
export function createTypeHeaders(storedType: string): Record<string, string> {
  const contentType = /text\/html/i.test(storedType) ? 'text/plain' : storedType
  // Browsers take what stands behind a comma for another type, and the last one counts.
  const mimeType = contentType.includes(',') ? '' : (contentType.split(';')[0]?.trim().toLowerCase() ?? '')
  return {
    'content-type': contentType,
    'x-content-type-options': 'nosniff',
    ...(PASSIVE_TYPE.test(mimeType) ? {} : { 'content-security-policy': "sandbox; default-src 'none'" }),
  }
}

/** `Content-Disposition` when the client asks for a download, by a name of its choice. */
export function createDispositionHeaders(query: URLSearchParams): Record<string, string> {
  const name = query.get('download')
  if (name === null) return {}
  const encoded = encodeURIComponent(name)
  const value = name === '' ? 'attachment;' : `attachment; filename=${encoded}; filename*=UTF-8''${encoded}`
  return { 'content-disposition': value }
}

/** Throws when a stored or sent value could break out of its header. */
export function requireSafeHeaders(headers: Record<string, string>): Headers {
  for (const [name, value] of Object.entries(headers)) {
    if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value))
      throw invalidRequest(`Invalid character in header content ["${name}"]`)
  }
  return new Headers(headers)
}
