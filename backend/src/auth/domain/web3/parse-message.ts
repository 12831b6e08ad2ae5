/** A signed sign-in message in the form of EIP-4361, which Solana wallets use too. */
export interface WalletMessage {
  domain: string
  address: string
  /** Undefined when absent. */
  statement: string | undefined
  uri: URL
  chainId: string | undefined
  nonce: string | undefined
  issuedAt: Date
  expirationTime: Date | undefined
  notBefore: Date | undefined
  requestId: string | undefined
  resources: string[]
}

/** A malformed message. The text is for the developer of the app. */
export class WalletMessageError extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'WalletMessageError'
  }
}

export type Chain = 'ethereum' | 'solana'

const CHAIN_TITLES: Record<Chain, string> = { ethereum: 'Ethereum', solana: 'Solana' }
const FIELDS = new Set([
  'URI',
  'Version',
  'Chain ID',
  'Nonce',
  'Issued At',
  'Expiration Time',
  'Not Before',
  'Request ID',
])
const MAX_RESOURCES = 100
/** RFC 3339, with seconds or a finer precision. */
const TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/i
const DOMAIN = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/i

/** Parses the message of a chain. Throws {@link WalletMessageError} when it has any other form. */
export function parseWalletMessage(text: string, chain: Chain): WalletMessage {
  const lines = text.split('\n')
  const [header = '', address = '', ...rest] = lines
  const ending = ` wants you to sign in with your ${CHAIN_TITLES[chain]} account:`
  const domain = header.endsWith(ending) ? header.slice(0, -ending.length) : ''
  if (!DOMAIN.test(domain)) {
    throw new WalletMessageError(`message must begin with "<domain>${ending}"`)
  }
  if (rest[0] !== '') throw new WalletMessageError('the address must be followed by an empty line')
  const { statement, fieldLines } = splitStatement(rest)
  const { fields, resources } = parseFields(fieldLines)
  if (fields.get('Version') !== '1') throw new WalletMessageError('Version must be 1')
  const issuedAt = parseTime(fields, 'Issued At')
  if (!issuedAt) throw new WalletMessageError('Issued At is missing')
  return {
    domain,
    address,
    statement,
    uri: parseUri(fields.get('URI')),
    chainId: fields.get('Chain ID'),
    nonce: fields.get('Nonce'),
    issuedAt,
    expirationTime: parseTime(fields, 'Expiration Time'),
    notBefore: parseTime(fields, 'Not Before'),
    requestId: fields.get('Request ID'),
    resources,
  }
}

/**
 * Between the address and the fields there is one empty line, two empty lines, or a statement surrounded by empty
 * lines.
 */
function splitStatement(lines: string[]): { statement: string | undefined; fieldLines: string[] } {
  const [, second = '', third, ...rest] = lines
  if (isField(second)) return { statement: undefined, fieldLines: lines.slice(1) }
  if (second === '') return { statement: undefined, fieldLines: lines.slice(2) }
  if (third !== '') throw new WalletMessageError('the statement must be one line, followed by an empty line')
  return { statement: second, fieldLines: rest }
}

function isField(line: string): boolean {
  return FIELDS.has(line.split(': ', 1)[0] ?? '') && line.includes(': ')
}

function parseFields(lines: string[]): { fields: Map<string, string>; resources: string[] } {
  // auth-js omits the colon of the title when a Solana wallet can only sign.
  const start = lines.findIndex((line) => line === 'Resources:' || line === 'Resources')
  const fieldLines = start === -1 ? lines : lines.slice(0, start)
  const fields = new Map<string, string>()
  for (const line of fieldLines) {
    const [name = ''] = line.split(': ', 1)
    const value = line.slice(name.length + 2)
    if (!FIELDS.has(name) || value === '') throw new WalletMessageError('a line is not a field')
    if (fields.has(name)) throw new WalletMessageError(`${name} is repeated`)
    fields.set(name, value)
  }
  return { fields, resources: start === -1 ? [] : parseResources(lines.slice(start + 1)) }
}

function parseResources(lines: string[]): string[] {
  if (lines.length > MAX_RESOURCES) throw new WalletMessageError('there are too many resources')
  return lines.map((line) => {
    const resource = line.startsWith('- ') ? line.slice(2) : ''
    if (!URL.canParse(resource)) throw new WalletMessageError('a resource must be "- " and a URI')
    return resource
  })
}

function parseUri(text: string | undefined): URL {
  if (text === undefined || !URL.canParse(text)) throw new WalletMessageError('URI is missing or not valid')
  const uri = new URL(text)
  if (uri.username !== '' || uri.password !== '') throw new WalletMessageError('URI must not contain a user name')
  return uri
}

function parseTime(fields: Map<string, string>, name: string): Date | undefined {
  const text = fields.get(name)
  if (text === undefined) return undefined
  const time = new Date(text)
  if (!TIME.test(text) || Number.isNaN(time.getTime())) throw new WalletMessageError(`${name} is not a valid time`)
  return time
}
