import { AppError, type ErrorStatus } from '../http/app-error.ts'

/** An error of the service: HTTP status for handshakes and the API, code and text for joins (realtime 3.1). */
export class RealtimeError extends AppError {
  constructor(status: ErrorStatus, code: string, message: string, options?: ErrorOptions) {
    super(status, code, message, options)
    this.name = 'RealtimeError'
  }

  /** The `reason` of a failed join. */
  get reason(): string {
    return this.code === '' ? this.message : `${this.code}: ${this.message}`
  }
}

const INVALID_TOKEN = 'InvalidJWTToken'

export const keyMissing = () => new RealtimeError(401, '', 'API key is missing')
export const unknownVersion = () => new RealtimeError(400, '', 'Unknown protocol version: vsn must be 1.0.0 or 2.0.0')
export const tokenExpired = (expiredAt: number, nowMs: number) =>
  new TokenExpiredError(Math.max(0, Math.floor(nowMs / 1000 - expiredAt)))
export const claimsMissing = (cause?: unknown) =>
  new RealtimeError(401, INVALID_TOKEN, 'Fields `role` and `exp` are required in JWT', { cause })
export const tokenMalformed = (cause?: unknown) =>
  new RealtimeError(401, 'MalformedJWT', 'The token provided is not a valid JWT', { cause })
export const signatureInvalid = (cause?: unknown) =>
  new RealtimeError(401, 'JwtSignatureError', 'Failed to validate JWT signature', { cause })
export const userBanned = () => new RealtimeError(403, '', 'user_banned: User is banned')

/** A handshake reports only that the token has expired; joins and live channels also report for how long. */
export class TokenExpiredError extends RealtimeError {
  constructor(seconds: number) {
    super(401, INVALID_TOKEN, `Token has expired ${seconds} seconds ago`)
  }
}

export const tooManyConnections = () => new RealtimeError(429, 'ConnectionRateLimitReached', 'Too many connected users')
export const tooManyJoins = () => new RealtimeError(429, 'ClientJoinRateLimitReached', 'Too many joins per second')
export const tooManyChannels = () => new RealtimeError(429, 'ChannelRateLimitReached', 'Too many channels')

export const topicNameRequired = () => new RealtimeError(400, 'TopicNameRequired', 'You must provide a topic name')
export const topicNameTooLong = () =>
  new RealtimeError(400, 'TopicNameRequired', 'You must provide a topic name of at most 255 bytes')
export const readDenied = (sub: string) =>
  new RealtimeError(403, 'Unauthorized', `You do not have permissions to read from this Channel topic: ${sub}`)
export const privateOnly = () => new RealtimeError(403, 'PrivateOnly', 'This project only allows private channels')
export const replayInvalid = () => new RealtimeError(400, 'UnableToReplayMessages', 'Replay params are not valid')
export const replayNotAllowed = () =>
  new RealtimeError(400, 'UnableToReplayMessages', 'Replay is not allowed for public channels')
export const replayFailed = (cause: unknown) =>
  new RealtimeError(500, 'UnableToReplayMessages', 'Realtime was unable to replay messages', { cause })
export const restarting = () => new RealtimeError(503, 'RealtimeRestarting', 'Realtime is restarting, please standby')
export const poolExhausted = (cause: unknown) =>
  new RealtimeError(503, 'IncreaseConnectionPool', 'Please increase your connection pool size', { cause })
export const databaseUnreachable = (cause: unknown) =>
  new RealtimeError(503, '', 'Realtime was unable to connect to the project database', { cause })
export const changesTimeout = () =>
  new RealtimeError(503, 'PostgresChangesSubscribeTimeout', 'Timed out waiting for the subscription to changes')
export const changesRejected = (message: string) => new RealtimeError(400, 'RealtimeDisabledForConfiguration', message)
export const unknownError = (cause: unknown) => new RealtimeError(500, '', 'Unknown Error on Channel', { cause })

/** Errors of the HTTP API (realtime 4). */
export const unauthorized = (cause?: unknown) => new RealtimeError(401, '', 'Unauthorized', { cause })
export const writeDenied = () => new RealtimeError(403, '', 'Unauthorized')
export const rateLimited = (message: string) => new RealtimeError(429, '', message)
export const bodyTooLarge = () => new RealtimeError(413, '', 'The body is too large')

/** The texts of system messages that end a channel (realtime 3.2). */
export const TOO_MANY_MESSAGES = 'Too many messages per second'
export const TOO_MANY_PRESENCE_MESSAGES = 'Too many presence messages per second'
export const TOO_MANY_PRESENCE_CALLS = 'Client presence rate limit exceeded'
export const TRACK_TOO_LARGE = 'Track message size exceeded'
export const readRevoked = (sub: string) => `You no longer have permission to read from this Channel topic: ${sub}`

/** Close codes of sockets (realtime 1). */
export const CLOSE_CODES = { idle: 1000, reconnect: 1001, banned: 1008, restart: 1012, slow: 1013 } as const
