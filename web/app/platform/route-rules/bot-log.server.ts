import { findBotName } from '../errors/page/bots.ts'
import type { NamedMiddleware } from './route-rules.ts'

/** The longest bot name that is logged. */
const LONGEST_NAME = 64

/** Logs each page that a bot requests as one line with method, path and name. */
export const logBot: NamedMiddleware = ({ method, headers }, path) => {
  const bot = findBotName(headers.get('user-agent') ?? '')?.slice(0, LONGEST_NAME)
  if (bot === undefined) return
  const entry = { time: new Date().toISOString(), level: 'info', message: 'bot', method, path, bot }
  process.stderr.write(`${JSON.stringify(entry)}\n`)
}
