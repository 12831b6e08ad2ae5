import { DurationMs, Flag, List, setting } from './setting.ts'

/** How requests come in. Contract §1. */
export const TRANSPORT_SETTINGS = {
  maxRequestMs: setting(
    'GOTRUE_API_MAX_REQUEST_DURATION',
    DurationMs,
    '10s',
    'A request that takes longer is answered with 504.',
  ),
  corsAllowedHeaders: setting(
    'GOTRUE_CORS_ALLOWED_HEADERS',
    List,
    '',
    'Request headers that pages of other origins may send, besides those of the official client.',
  ),
  sbForwardedFor: setting(
    'GOTRUE_SECURITY_SB_FORWARDED_FOR_ENABLED',
    Flag,
    'false',
    "The client's address stands in Sb-Forwarded-For. Only where a proxy in front sets that header itself.",
  ),
} as const
