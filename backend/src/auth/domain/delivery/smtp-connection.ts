import { Readable } from 'node:stream'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { AuthSettings } from '../../settings.ts'
import type { SmtpMessage } from './smtp-message.ts'

const PART_BYTES = 16_384
/** Shorter than the time after which another process retries the same email. */
const TIMEOUTS = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 15_000 }
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/i

/**
 * Sends a message over its own connection. `beforeEnd` runs when everything but the line that ends the message has
 * been written: until then the server must not deliver it. If it throws, the connection is closed without that line.
 */
export async function sendMessage(
  settings: AuthSettings,
  { envelope, raw }: SmtpMessage,
  beforeEnd: () => Promise<void>,
): Promise<void> {
  const { smtpHost: host = '', smtpPort: port, smtpUser, smtpAllowPlainLogin } = settings
  // Without it, a server or network that offers no STARTTLS would get the password in plain text.
  const requireTLS = Boolean(smtpUser) && !smtpAllowPlainLogin && !LOOPBACK.test(host)
  // Loaded on first use, because sites without a mail server never need it.
  const { default: Connection } = await import('nodemailer/lib/smtp-connection')
  const connection = new Connection({ host, port, secure: port === 465, requireTLS, ...TIMEOUTS })
  const failed = new Promise<never>((_, reject) => {
    connection.on('error', reject)
    connection.on('end', () => reject(new Error('The mail server closed the connection.')))
  })
  // A failure after the message was accepted changes nothing.
  failed.catch(() => undefined)
  try {
    await Promise.race([runSession(connection, settings, { envelope, raw }, beforeEnd), failed])
    connection.quit()
  } catch (error) {
    connection.close()
    throw requireTLS ? explainTls(error) : error
  }
}

/** Adds the remedy to the error of a server without TLS. */
function explainTls(error: unknown): unknown {
  if (!(error instanceof Error && 'code' in error && error.code === 'ETLS')) return error
  const remedy = 'Only with SMTP_ALLOW_PLAIN_LOGIN=true is the password sent to another machine without TLS.'
  return new Error(`The mail server was not reached over TLS: ${error.message}. ${remedy}`, { cause: error })
}

async function runSession(
  connection: SMTPConnection,
  { smtpUser, smtpPassword }: AuthSettings,
  { envelope, raw }: SmtpMessage,
  beforeEnd: () => Promise<void>,
): Promise<void> {
  await call((done) => connection.connect(done))
  if (smtpUser) {
    const credentials = { user: smtpUser, pass: smtpPassword ?? '' }
    await call((done) => connection.login({ credentials }, done))
  }
  const body = Readable.from(endLate(raw, beforeEnd), { objectMode: false })
  await call((done) => connection.send({ ...envelope, size: raw.byteLength }, body, done))
}

/** Yields the message in parts, as fast as the socket accepts them, once the server has accepted DATA. */
async function* endLate(raw: Buffer, beforeEnd: () => Promise<void>) {
  for (let start = 0; start < raw.byteLength; start += PART_BYTES) yield raw.subarray(start, start + PART_BYTES)
  await beforeEnd()
}

function call(run: (done: (error?: Error | null) => void) => void): Promise<void> {
  return new Promise((resolve, reject) => run((error) => (error ? reject(error) : resolve())))
}
