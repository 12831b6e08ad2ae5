import * as v from 'valibot'
import { List } from '../../http/parse-settings.ts'
import { DurationMs, Flag, setting } from './setting.ts'

const TokenVersion = v.pipe(
  v.picklist(['0', '1', '2'], 'must be 1 or 2'),
  v.transform((text) => (text === '2' ? 2 : 1)),
)

/** Refresh tokens and sessions (auth 3.3, auth 3.4). */
export const SESSION_SETTINGS = {
  refreshReuseIntervalMs: setting(
    'GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL',
    DurationMs,
    '10',
    'Time in which a used refresh token is still accepted.',
  ),
  refreshRotation: setting(
    'GOTRUE_SECURITY_REFRESH_TOKEN_ROTATION_ENABLED',
    Flag,
    'true',
    'Reusing a refresh token ends its session.',
  ),
  sessionTimeboxMs: setting('GOTRUE_SESSIONS_TIMEBOX', DurationMs, undefined, 'Maximum lifetime of a session.'),
  sessionInactivityMs: setting(
    'GOTRUE_SESSIONS_INACTIVITY_TIMEOUT',
    DurationMs,
    undefined,
    'Ends a session after this time without use.',
  ),
  sessionLowAalMs: setting(
    'GOTRUE_SESSIONS_ALLOW_LOW_AAL',
    DurationMs,
    undefined,
    'Ends a session that is not verified by MFA within this time, for accounts with MFA.',
  ),
  sessionSinglePerUser: setting(
    'GOTRUE_SESSIONS_SINGLE_PER_USER',
    Flag,
    'false',
    'Keeps only the latest session of an account.',
  ),
  refreshTokenVersion: setting(
    'GOTRUE_SECURITY_REFRESH_TOKEN_ALGORITHM_VERSION',
    TokenVersion,
    '1',
    'Version of the refresh tokens of new sessions: 1 stores a row per token, 2 a counter per session. Both are always accepted.',
  ),
  refreshAllowReuse: setting(
    'GOTRUE_SECURITY_REFRESH_TOKEN_ALLOW_REUSE',
    Flag,
    'false',
    'Accepts reused refresh tokens of version 2.',
  ),
  sessionTags: setting(
    'GOTRUE_SESSIONS_TAGS',
    List,
    '',
    'Session tags (column tag of auth.sessions) that may have one session each under GOTRUE_SESSIONS_SINGLE_PER_USER.',
  ),
} as const
