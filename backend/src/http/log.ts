type Level = 'debug' | 'info' | 'warn' | 'error'
type Fields = Record<string, unknown>

const RANK: Record<Level, number> = { debug: 0, info: 1, warn: 2, error: 3 }
/** Names of fields whose values must never reach a log. */
const SECRET_FIELD = /password|secret|token|authorization|apikey|cookie|otp|code_verifier/i

/** Writes one JSON line per event. Fields with the name of a secret are blanked. */
export interface Log {
  debug(message: string, fields?: Fields): void
  info(message: string, fields?: Fields): void
  warn(message: string, fields?: Fields): void
  error(message: string, fields?: Fields): void
}

let processNumber: number | undefined

/** Adds the number of this process to each line that it logs from now on. For one of several web processes. */
export function logProcessNumber(value: number): void {
  processNumber = value
}

export function createLog(lowest: Level = 'info', write = (line: string) => void process.stderr.write(line)): Log {
  const at =
    (level: Level) =>
    (message: string, fields: Fields = {}) => {
      if (RANK[level] < RANK[lowest]) return
      const entry = { time: new Date().toISOString(), level, process: processNumber, message, ...fields }
      write(`${JSON.stringify(entry, blankSecrets)}\n`)
    }
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}

function blankSecrets(name: string, value: unknown): unknown {
  if (name !== '' && SECRET_FIELD.test(name)) return '[hidden]'
  if (!(value instanceof Error)) return value
  const { name: kind, message, stack, cause } = value
  return { ...value, name: kind, message, stack, cause }
}
