import * as v from 'valibot'
import { Count, DurationMs, Flag, setting, Text } from './setting.ts'

const Path = v.pipe(v.string(), v.regex(/^\/(?!\/)/, 'must be a path of the site such as /oauth/consent'))

/** The OAuth 2.1 server: other apps sign members in through us. */
export const OAUTH_SERVER_SETTINGS = {
  oauthServerEnabled: setting(
    'GOTRUE_OAUTH_SERVER_ENABLED',
    Flag,
    'false',
    'Other apps may sign members in through us.',
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
    'Page of the site that asks a member for consent.',
  ),
  oauthServerAuthorizationTtlMs: setting(
    'GOTRUE_OAUTH_SERVER_AUTHORIZATION_TTL',
    DurationMs,
    '10m',
    'Time in which a member has to answer, and then a client to exchange its code.',
  ),
  oauthServerDefaultScope: setting(
    'GOTRUE_OAUTH_SERVER_DEFAULT_SCOPE',
    Text,
    'email',
    'Scope of a client that asks for none.',
  ),
  rateLimitOauthRegister: setting(
    'GOTRUE_RATE_LIMIT_OAUTH_DYNAMIC_CLIENT_REGISTER',
    Count,
    '10',
    'Clients that register themselves in 5 minutes.',
  ),
} as const
