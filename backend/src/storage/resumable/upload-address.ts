import type { Call } from '../requests/endpoint.ts'

/** The content of the last path segment of a resumable upload's URL. */
export interface UploadAddress {
  bucketId: string
  key: string
  id: string
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const HOST = /^[A-Za-z0-9.-]+(:\d{1,5})?$|^\[[0-9a-fA-F:.]+\](:\d{1,5})?$/
const PREFIX = /^(\/[A-Za-z0-9._~-]+)+$/

/** Formats base64url of `bucket/key/id`, as clients of hosted projects store it. */
export function formatUploadAddress({ bucketId, key, id }: UploadAddress): string {
  return Buffer.from(`${bucketId}/${key}/${id}`).toString('base64url')
}

/** Returns undefined for malformed text. */
export function parseUploadAddress(text: string): UploadAddress | undefined {
  const [, bucketId, key, id] = /^([^/]+)\/(.+)\/([^/]+)$/s.exec(Buffer.from(text, 'base64url').toString('utf8')) ?? []
  if (bucketId === undefined || key === undefined || id === undefined || !UUID.test(id)) return undefined
  return { bucketId, key, id }
}

/** Returns the URL as the client sees it. Well-formed headers of proxies are used. */
export function toPublicUrl({ request }: Pick<Call, 'request'>, path: string): string {
  const { headers } = request
  const url = new URL(request.url)
  const forwarded = (name: string) => headers.get(`x-forwarded-${name}`)?.split(',')[0]?.trim() ?? ''
  const protocol = /^https?$/.test(forwarded('proto')) ? forwarded('proto') : url.protocol.replace(':', '')
  const host = [forwarded('host'), headers.get('host') ?? ''].find((name) => HOST.test(name)) ?? url.host
  const port = forwarded('port')
  const hasPort = /:\d+$/.test(host) || !/^\d{1,5}$/.test(port) || port === (protocol === 'https' ? '443' : '80')
  const prefix = PREFIX.test(forwarded('prefix')) ? forwarded('prefix') : ''
  return `${protocol}://${hasPort ? host : `${host}:${port}`}${prefix}${path}`
}
