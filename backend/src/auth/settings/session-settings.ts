import * as v from 'valibot'
import { DurationMs, Flag, List, setting } from './setting.ts'

const TokenVersion = v.pipe(
  v.picklist(['0', '1', '2'], 'must be 1 or 2'),
  v.transform((text) => (text === '2' ? 2 : 1)),
)

/** Refresh tokens and sessions. Contract §3.3 and §3.4. */
export const SESSION_SETTINGS = {
  refreshReuseIntervalMs: setting(
    'GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL',
    DurationMs,
    '10',
    'Time in which a used refresh token is still taken.',
  ),
  refreshRotation: setting(
    'GOTRUE_SECURITY_REFRESH_TOKEN_ROTATION_ENABLED',
    Flag,
    'true',
    'A refresh token used twice ends its session.',
  ),
  sessionTimeboxMs: setting('GOTRUE_SESSIONS_TIMEBOX', DurationMs, undefined, 'Longest life of a session.'),
  sessionInactivityMs: setting(
    'GOTRUE_SESSIONS_INACTIVITY_TIMEOUT',
    DurationMs,
    undefined,
    'A session ends when it is not used so long.',
  ),
  sessionLowAalMs: setting(
    'GOTRUE_SESSIONS_ALLOW_LOW_AAL',
    DurationMs,
    undefined,
    'How long an account with a second factor may do without it.',
  ),
  sessionSinglePerUser: setting(
    'GOTRUE_SESSIONS_SINGLE_PER_USER',
    Flag,
    'false',
    'Only the latest session of an account goes on.',
  ),
  refreshTokenVersion: setting(
    'GOTRUE_SECURITY_REFRESH_TOKEN_ALGORITHM_VERSION',
    TokenVersion,
    '1',
    'Form of the refresh tokens of new sessions: 1 keeps a row a token, 2 a counter a session. Both forms are always taken.',
  ),
  refreshAllowReuse: setting(
    'GOTRUE_SECURITY_REFRESH_TOKEN_ALLOW_REUSE',
    Flag,
    'false',
    'Refresh tokens of form 2 may be used again and again.',
  ),
  sessionTags: setting(
    'GOTRUE_SESSIONS_TAGS',
    List,
    '',
    'Kinds of devices (column tag of auth.sessions) of which an account may have one session each, where it may have one.',
  ),
} as const
