import { parseDurationMs } from '../../backend/src/auth/settings/duration.ts'
import { DurationMs, TimeoutMs } from '../../backend/src/auth/settings/setting.ts'
import { AUTH_SETTINGS } from '../../backend/src/auth/settings.ts'
import { PERSONAL_TOKEN_REQUESTS_PER_MINUTE } from '../../backend/src/http/tokens/personal-tokens.ts'
import { NAME_LIMIT_BYTES } from '../../backend/src/realtime/protocol/message.ts'
import { parseRealtimeSettings } from '../../backend/src/realtime/settings.ts'
import { MAX_FRAME_BYTES } from '../../backend/src/realtime/sockets/accept-upgrade.ts'
import { MAX_DEPTH } from '../../backend/src/rest/parse/parse-logic.ts'
import { MAX_EMBEDS } from '../../backend/src/rest/parse/parse-select.ts'
import { parseRestSettings } from '../../backend/src/rest/settings.ts'
import { SIDE_LIMIT } from '../../backend/src/storage/images/render-options.ts'
import { KEY_LENGTH_LIMIT } from '../../backend/src/storage/kernel/names.ts'
import { PATH_LIMIT } from '../../backend/src/storage/objects/delete-many-objects.ts'
import { parseStorageSettings } from '../../backend/src/storage/settings.ts'
import { RESUMABLE_LIFETIME_MS } from '../../backend/src/storage/tables/resumable-uploads.ts'
import { FILE_LIMIT_BYTES, PIXEL_LIMIT } from '../../web/app/features/media/processing/photo-limits.server.ts'
import { CONSTANT, formatBytes, formatDuration, formatNumber, type LimitRow } from './limit-row.ts'

const HOUR_MS = 3_600_000

/** The errors when limits of accounts are exceeded, by the names of their settings. The first match wins. */
const ACCOUNT_ERRORS: [pattern: RegExp, error: string][] = [
  [/EMAIL_SENT|SMTP_MAX_FREQUENCY/, '429 `over_email_send_rate_limit`'],
  [/SMS_SENT|MAX_FREQUENCY/, '429 `over_sms_send_rate_limit`'],
  [/RATE_LIMIT/, '429 `over_request_rate_limit`'],
  [/OTP_EXP/, '403 `otp_expired`'],
  [/OTP_LENGTH/, 'none'],
  [/PASSWORD_MIN_LENGTH/, '422 `weak_password`'],
  [/MAX_PASSKEYS/, '422 `too_many_passkeys`'],
  [/_FACTORS/, '422 `too_many_enrolled_mfa_factors`'],
  [/WEBAUTHN_CHALLENGE/, '400 `webauthn_challenge_expired`'],
  [/CHALLENGE_EXPIRY/, '422 `mfa_challenge_expired`'],
  [/MAX_REQUEST_DURATION/, '504 `request_timeout`'],
  [/JWT_EXP/, '401: the client refreshes its session'],
]

/** Lists the limits of accounts: every setting that holds a number of requests, attempts, items or seconds. */
export function listAccountRows(): LimitRow[] {
  const isLimit =
    /RATE_LIMIT|MAX_|_MAX|_EXP$|EXPIRY|_TTL|MIN_LENGTH|_LENGTH|TIMEBOX|TIMEOUT|REUSE_INTERVAL|DURATION|PERIOD/
  return Object.values(AUTH_SETTINGS)
    .filter(({ names: [name = ''], fallback }) => isLimit.test(name) && /^\d/.test(fallback ?? ''))
    .map(({ names: [name = ''], schema, fallback = '', about }) => [
      about,
      schema === DurationMs || schema === TimeoutMs
        ? formatDuration(parseDurationMs(fallback) ?? Number.NaN)
        : fallback,
      `\`${name}\``,
      'accounts service',
      ACCOUNT_ERRORS.find(([pattern]) => pattern.test(name))?.[1] ?? '',
    ])
}

/** Requests to the data service. */
export function listDataRows(): LimitRow[] {
  const { maxRows, maxUrlLength, maxBodyBytes, maxEstimatedCount, ...pools } = parseRestSettings()
  const settings = 'backend/src/rest/settings.ts'
  return [
    [
      'rows in a response and in each embed',
      formatNumber(maxRows),
      '`PGRST_DB_MAX_ROWS`',
      `\`${settings}\``,
      'the rest is cut off; `Content-Range` says so',
    ],
    [
      'requests of a personal access token',
      `${PERSONAL_TOKEN_REQUESTS_PER_MINUTE} per minute and process`,
      CONSTANT,
      '`backend/src/http/tokens/personal-tokens.ts`',
      '429 PT429',
    ],
    ['URL', `${formatNumber(maxUrlLength)} characters`, CONSTANT, `\`${settings}\``, '414 PGRST100'],
    [
      'body: visitor, member, secret key',
      [maxBodyBytes.anon, maxBodyBytes.other, maxBodyBytes.service_role].map(formatBytes).join(', '),
      CONSTANT,
      `\`${settings}\``,
      '413',
    ],
    [
      'total of an estimated count under RLS',
      formatNumber(maxEstimatedCount),
      CONSTANT,
      `\`${settings}\``,
      'none: the count stops there',
    ],
    [
      'depth of nested conditions',
      formatNumber(MAX_DEPTH),
      CONSTANT,
      '`backend/src/rest/parse/parse-logic.ts`',
      '400 PGRST100',
    ],
    [
      'embeds in one request',
      formatNumber(MAX_EMBEDS),
      CONSTANT,
      '`backend/src/rest/parse/parse-select.ts`',
      '400 PGRST100',
    ],
    ['connections', formatNumber(pools.poolSize), '`PGRST_DB_POOL`', `\`${settings}\``, 'requests wait'],
    [
      'connections of pages in the same process',
      formatNumber(pools.pagesPoolSize),
      '`PGRST_DB_POOL_PAGES`',
      `\`${settings}\``,
      'pages wait',
    ],
    [
      'concurrent statements of a client',
      formatNumber(pools.clientStatements),
      '`PGRST_CLIENT_STATEMENTS`',
      `\`${settings}\``,
      'its requests wait',
    ],
    [
      'waiting requests of a client',
      formatNumber(pools.clientQueue),
      '`PGRST_CLIENT_QUEUE`',
      `\`${settings}\``,
      '429 PT429 with `Retry-After`',
    ],
    [
      'concurrent statements of all slow clients',
      formatNumber(pools.slowStatements),
      '`PGRST_SLOW_STATEMENTS`',
      `\`${settings}\``,
      'their requests wait',
    ],
    [
      'wait for a turn and a connection',
      `${pools.acquireTimeoutMs / 1000} s`,
      '`PGRST_DB_POOL_ACQUISITION_TIMEOUT`',
      `\`${settings}\``,
      '503 PGRST003 or 429 PT429, with `Retry-After`',
    ],
  ]
}

/** Sockets and broadcasts. */
export function listRealtimeRows(): LimitRow[] {
  const settings = parseRealtimeSettings({})
  const file = '`backend/src/realtime/settings.ts`'
  const PER_SECOND = 'per second, on average over a minute'
  return [
    ['sockets of a process', formatNumber(settings.maxConnections), '`REALTIME_MAX_CONNECTIONS`', file, '429'],
    [
      'sockets of a client address',
      formatNumber(settings.maxConnectionsPerAddress),
      '`REALTIME_MAX_CONNECTIONS_PER_ADDRESS`',
      file,
      '429',
    ],
    [
      'channels of a socket',
      formatNumber(settings.maxChannelsPerConnection),
      '`REALTIME_MAX_CHANNELS_PER_CONNECTION`',
      file,
      'the join fails: ChannelRateLimitReached',
    ],
    [
      'joins',
      `${formatNumber(settings.maxJoinsPerSecond)} ${PER_SECOND}`,
      '`REALTIME_MAX_JOINS_PER_SECOND`',
      file,
      'the join fails, close code 1001; 429',
    ],
    [
      'messages in and out',
      `${formatNumber(settings.maxMessagesPerSecond)} ${PER_SECOND}`,
      '`REALTIME_MAX_MESSAGES_PER_SECOND`',
      file,
      'the channel ends; 429 over HTTP',
    ],
    [
      'payload of a broadcast or presence',
      `${formatNumber(settings.maxPayloadBytes)} bytes`,
      '`REALTIME_MAX_PAYLOAD_KB`',
      file,
      'payload_size_exceeded; 422 over HTTP',
    ],
    [
      'presence messages',
      `${formatNumber(settings.maxPresenceMessagesPerSecond)} ${PER_SECOND}`,
      '`REALTIME_MAX_PRESENCE_MESSAGES_PER_SECOND`',
      file,
      'the channel ends',
    ],
    [
      'presence calls of a channel',
      `${settings.maxPresenceCalls} in ${settings.presenceCallsWindowMs / 1000} s`,
      '`REALTIME_MAX_PRESENCE_CALLS`, `REALTIME_PRESENCE_CALLS_WINDOW`',
      file,
      'the channel ends',
    ],
    [
      'change of the database',
      `${formatNumber(settings.maxChangeBytes)} bytes`,
      '`REALTIME_MAX_CHANGE_BYTES`',
      file,
      'large values are missing, with error 413',
    ],
    [
      'changes that are not processed',
      `${settings.streamStallLimitMs / 1000} s`,
      '`REALTIME_STREAM_STALL_LIMIT`',
      file,
      'the stream starts again, and subscribers are notified of the gap',
    ],
    [
      'frame of a socket',
      `${formatNumber(MAX_FRAME_BYTES)} bytes`,
      CONSTANT,
      '`backend/src/realtime/sockets/accept-upgrade.ts`',
      'close code 1009',
    ],
    [
      'topic and event',
      `${NAME_LIMIT_BYTES} bytes`,
      CONSTANT,
      '`backend/src/realtime/protocol/message.ts`',
      'an error',
    ],
  ]
}

/** Files and images. */
export function listFileRows(): LimitRow[] {
  const { fileSizeLimitBytes, renderCacheBytes, signedUrlMaxLifetimeSeconds } = parseStorageSettings({})
  const settings = 'backend/src/storage/settings.ts'
  const photos = 'web/app/features/media/processing/photo-limits.server.ts'
  return [
    [
      'file',
      formatBytes(fileSizeLimitBytes),
      '`STORAGE_FILE_SIZE_LIMIT`, `file_size_limit` of the bucket',
      `\`${settings}\``,
      '413',
    ],
    [
      'object key',
      `${formatNumber(KEY_LENGTH_LIMIT)} bytes`,
      CONSTANT,
      '`backend/src/storage/kernel/names.ts`',
      '400 `InvalidKey`',
    ],
    [
      'objects deleted in one request',
      formatNumber(PATH_LIMIT),
      CONSTANT,
      '`backend/src/storage/objects/delete-many-objects.ts`',
      '400',
    ],
    [
      'lifetime of a signed URL',
      `${signedUrlMaxLifetimeSeconds / 86_400} days`,
      '`STORAGE_SIGNED_URL_MAX_LIFETIME`',
      `\`${settings}\``,
      'none: it expires earlier',
    ],
    [
      'resumable upload',
      `${RESUMABLE_LIFETIME_MS / HOUR_MS} hours`,
      CONSTANT,
      '`backend/src/storage/tables/resumable-uploads.ts`',
      '404',
    ],
    [
      'side of a rendered image',
      `${formatNumber(SIDE_LIMIT)} pixels`,
      CONSTANT,
      '`backend/src/storage/images/render-options.ts`',
      '400',
    ],
    [
      'cache of rendered images',
      formatBytes(renderCacheBytes),
      '`STORAGE_RENDER_CACHE_SIZE`',
      `\`${settings}\``,
      'none: the oldest are deleted',
    ],
    [
      'photo of a spot',
      `${formatBytes(FILE_LIMIT_BYTES)}, ${PIXEL_LIMIT / 1e6} megapixels`,
      CONSTANT,
      `\`${photos}\``,
      'a message at the photo that states its size',
    ],
  ]
}
