import { Flag, HeaderNames, setting, TimeoutMs } from './setting.ts'

/** The transport of requests (auth 1). */
export const TRANSPORT_SETTINGS = {
  maxRequestMs: setting(
    'GOTRUE_API_MAX_REQUEST_DURATION',
    TimeoutMs,
    '10s',
    'Timeout of a request, which then gets status 504.',
  ),
  corsAllowedHeaders: setting(
    'GOTRUE_CORS_ALLOWED_HEADERS',
    HeaderNames,
    '',
    'CORS request headers allowed besides those of the official client.',
  ),
  sbForwardedFor: setting(
    'GOTRUE_SECURITY_SB_FORWARDED_FOR_ENABLED',
    Flag,
    'false',
    'Reads the client address from Sb-Forwarded-For. Use it only behind a proxy that sets this header.',
  ),
} as const
