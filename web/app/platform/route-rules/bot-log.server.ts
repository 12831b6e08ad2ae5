import { findBotName } from '../errors/bots.ts'
import type { NamedMiddleware } from './named-middleware.server.ts'

/** Longer names than any bot has are somebody's joke. */
const LONGEST_NAME = 64

/** Logs each page that a bot reads as one line: method, path and name. Changes nothing. */
export const logBot: NamedMiddleware = ({ method, headers }, path) => {
  const bot = findBotName(headers.get('user-agent') ?? '')?.slice(0, LONGEST_NAME)
  if (bot === undefined) return
  const entry = { time: new Date().toISOString(), level: 'info', message: 'bot', method, path, bot }
  process.stderr.write(`${JSON.stringify(entry)}\n`)
}
