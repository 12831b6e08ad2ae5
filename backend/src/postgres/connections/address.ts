import { readFileSync } from 'node:fs'
import type { ConnectionOptions as TlsOptions } from 'node:tls'
import type { ConnectionOptions } from './pipelined-connection.ts'

/** The location of the database: the socket of the embedded server, or a `DATABASE_URL`. */
export type DatabaseAddress = { socket: string; port: number; database: string } | { url: string }

/** Returns the address as a URL of libpq. The embedded server is reached through its socket. */
export function toDatabaseUrl(address: DatabaseAddress): string {
  if ('url' in address) return address.url
  const { socket, port, database } = address
  return `postgresql://postgres@/${database}?${new URLSearchParams({ host: socket, port: String(port) })}`
}

const SSL_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const

/**
 * Returns the connection options in the order in which they are tried. `sslmode` `prefer`, the default, and `allow`
 * have a second set without TLS, for a server that does not support it.
 */
export function toConnectionOptions(address: DatabaseAddress, timeoutMs: number): ConnectionOptions[] {
  const common = { connectionTimeoutMillis: timeoutMs, keepAlive: true }
  if ('socket' in address) {
    const { socket, port, database } = address
    return [{ ...common, host: socket, port, database, user: 'postgres', ssl: false }]
  }
  const url = new URL(address.url)
  const user = decodeURIComponent(url.username) || 'postgres'
  const host = url.searchParams.get('host') ?? (decodeURIComponent(url.hostname) || 'localhost')
  const options: ConnectionOptions = {
    ...common,
    host: host.replace(/^\[(.*)\]$/, '$1'),
    port: Number(url.port || '5432'),
    user,
    password: decodeURIComponent(url.password),
    database: decodeURIComponent(url.pathname.slice(1)) || user,
    application_name: url.searchParams.get('application_name') ?? undefined,
    options: url.searchParams.get('options') ?? undefined,
  }
  return listTlsOptions(url, host).map((ssl) => ({ ...options, ssl }))
}

/**
 * Lists the TLS options in the order in which they are tried. Reads `sslmode` and the related parameters as libpq does.
 */
function listTlsOptions({ searchParams }: URL, host: string): (TlsOptions | false)[] {
  const mode = SSL_MODES.find((name) => name === (searchParams.get('sslmode') ?? 'prefer'))
  if (!mode) throw new Error(`sslmode of DATABASE_URL must be one of ${SSL_MODES.join(', ')}.`)
  if (mode === 'disable' || host.startsWith('/')) return [false]
  const read = (name: string) => {
    const path = searchParams.get(name)
    return path === null || path === 'system' ? undefined : readFileSync(path)
  }
  const files = { ca: read('sslrootcert'), cert: read('sslcert'), key: read('sslkey') }
  const given = Object.fromEntries(Object.entries(files).filter(([, content]) => content))
  if (mode === 'verify-full') return [given]
  if (mode === 'verify-ca' || (mode === 'require' && files.ca))
    return [{ ...given, checkServerIdentity: () => undefined }]
  const unchecked = { ...given, rejectUnauthorized: false }
  return mode === 'require' ? [unchecked] : [unchecked, false]
}
