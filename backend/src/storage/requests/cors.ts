import { cors } from 'hono/cors'

const TUS_HEADERS = ['tus-resumable', 'upload-length', 'upload-offset', 'upload-metadata', 'upload-defer-length']

/** Request headers that pages of other origins may send. */
export const ALLOWED_HEADERS = [
  ...['authorization', 'apikey', 'content-type', 'cache-control', 'range', 'if-range', 'if-none-match'],
  'if-modified-since',
  ...['x-client-info', 'x-upsert', 'x-metadata', 'x-robots-tag', 'x-signature', 'content-encoding'],
  ...TUS_HEADERS,
]

/** Allows any origin: permissions depend on the token, and cookies are ignored. */
export const CORS = cors({
  origin: '*',
  allowMethods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
  allowHeaders: ALLOWED_HEADERS,
  exposeHeaders: [
    ...['etag', 'content-length', 'content-range', 'content-disposition', 'last-modified', 'location'],
    'retry-after',
    ...[...TUS_HEADERS, 'upload-expires', 'tus-version', 'tus-extension', 'tus-max-size', 'tus-complete'],
  ],
  maxAge: 3600,
})
