import * as v from 'valibot'
import { Count, DurationMs, Flag, setting, Text } from './setting.ts'

const Path = v.pipe(v.string(), v.regex(/^\/(?!\/)/, 'must be a path of the site such as /oauth/consent'))

/** The OAuth 2.1 server, through which other apps sign members in. */
export const OAUTH_SERVER_SETTINGS = {
  oauthServerEnabled: setting(
    'GOTRUE_OAUTH_SERVER_ENABLED',
    Flag,
    'false',
    'Other apps may sign in users through this service.',
  ),
  oauthServerRegistration: setting(
    'GOTRUE_OAUTH_SERVER_ALLOW_DYNAMIC_REGISTRATION',
    Flag,
    'false',
    'Any app may register itself as a client.',
  ),
  oauthServerAuthorizationPath: setting(
    'GOTRUE_OAUTH_SERVER_AUTHORIZATION_PATH',
    Path,
    '/oauth/consent',
    'Path of the consent page on the site.',
  ),
  oauthServerAuthorizationTtlMs: setting(
    'GOTRUE_OAUTH_SERVER_AUTHORIZATION_TTL',
    DurationMs,
    '10m',
    'Time for the user to consent, and then for the client to exchange its code.',
  ),
  oauthServerDefaultScope: setting(
    'GOTRUE_OAUTH_SERVER_DEFAULT_SCOPE',
    Text,
    'email',
    'Scope of a client that requests none.',
  ),
  rateLimitOauthRegister: setting(
    'GOTRUE_RATE_LIMIT_OAUTH_DYNAMIC_CLIENT_REGISTER',
    Count,
    '10',
    'Client registrations per 5 minutes and client address.',
  ),
} as const
