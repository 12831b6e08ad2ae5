const TIMEOUT_MS = 5000
const MAX_BYTES = 4 * 1024 * 1024

/** Returns a picture of the site as a data URL, requested as a visitor. Undefined if it is not available. */
export async function fetchPicture(path: string): Promise<string | undefined> {
  const site = Deno.env.get('SITE_URL') ?? Deno.env.get('SUPABASE_URL') ?? ''
  try {
    const response = await fetch(site.replace(/\/$/, '') + path, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    const type = response.headers.get('content-type')?.split(';')[0] ?? ''
    if (!response.ok || !type.startsWith('image/')) throw new Error(`${path} responded with ${response.status} ${type}`)
    const bytes = new Uint8Array(await response.arrayBuffer())
    if (bytes.byteLength > MAX_BYTES) throw new Error(`${path} has ${bytes.byteLength} bytes`)
    return toDataUrl(type, type === 'image/svg+xml' ? replaceModernColors(bytes) : bytes)
  } catch {
    return undefined
  }
}

/**
 * Rewrites `rgb(18 35 46 / 0.06)` as `rgba(18,35,46,0.06)`, because resvg draws colours that it cannot parse in black.
 */
function replaceModernColors(bytes: Uint8Array): Uint8Array {
  const svg = new TextDecoder().decode(bytes)
  const color = /rgb\((\d+) (\d+) (\d+) \/ ([\d.]+)\)/g
  return new TextEncoder().encode(svg.replaceAll(color, 'rgba($1,$2,$3,$4)'))
}

/** Returns a drawing as a data URL. */
export function toSvgUrl(width: number, height: number, content: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${content}</svg>`
  return toDataUrl('image/svg+xml', new TextEncoder().encode(svg))
}

function toDataUrl(type: string, bytes: Uint8Array): string {
  const chunks: string[] = []
  for (let start = 0; start < bytes.length; start += 8192)
    chunks.push(String.fromCharCode(...bytes.subarray(start, start + 8192)))
  return `data:${type};base64,${btoa(chunks.join(''))}`
}
