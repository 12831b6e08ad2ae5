import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseWalletMessage, WalletMessageError } from '../../domain/web3/parse-message.ts'

const ADDRESS = '0x14791697260E4c9A71f18484C9f997B308e59325'
const FIELDS = ['URI: https://site.test/', 'Version: 1', 'Chain ID: 1', 'Issued At: 2026-11-20T10:00:00.000Z']

function write(middle: string[], fields = FIELDS): string {
  return ['site.test wants you to sign in with your Ethereum account:', ADDRESS, ...middle, ...fields].join('\n')
}

test.each([
  ['no statement, one empty line', [''], undefined],
  ['no statement, two empty lines', ['', ''], undefined],
  ['a statement', ['', 'I take the terms.', ''], 'I take the terms.'],
])('parses a message with %s (auth 7.2)', (_name, middle, statement) => {
  expect(parseWalletMessage(write(middle), 'ethereum')).toMatchObject({
    domain: 'site.test',
    address: ADDRESS,
    statement,
    chainId: '1',
    issuedAt: new Date('2026-11-20T10:00:00Z'),
    resources: [],
  })
})

test('parses all fields in any order (auth 7.2)', () => {
  const more = [
    'Nonce: abcdefgh',
    'Expiration Time: 2026-11-20T11:00:00+01:00',
    'Not Before: 2026-11-20T09:00:00Z',
    'Request ID: 7',
  ]
  const text = `${write([''], [...more, ...FIELDS])}\nResources:\n- https://site.test/terms\n- ipfs://a`
  expect(parseWalletMessage(text, 'ethereum')).toMatchObject({
    nonce: 'abcdefgh',
    expirationTime: new Date('2026-11-20T10:00:00Z'),
    notBefore: new Date('2026-11-20T09:00:00Z'),
    requestId: '7',
    resources: ['https://site.test/terms', 'ipfs://a'],
  })
})

test.each([
  ['another chain', write(['']).replace('Ethereum', 'Solana')],
  ['no domain', write(['']).replace('site.test ', ' ')],
  ['a domain with a user name', write(['']).replace('site.test', 'site.test@evil.test')],
  ['a statement of two lines', write(['', 'one', 'two', ''])],
  ['an unterminated statement', write(['', 'one'])],
  ['a duplicate field', write([''], [...FIELDS, 'URI: https://evil.test/'])],
  ['a field as statement', write(['', 'URI: https://evil.test/', ''])],
  ['an unknown field', write([''], [...FIELDS, 'Colour: red'])],
  ['another version', write([''], FIELDS.with(1, 'Version: 2'))],
  ['no time', write([''], FIELDS.slice(0, 3))],
  ['an invalid time', write([''], FIELDS.with(3, 'Issued At: yesterday'))],
  ['an invalid date', write([''], FIELDS.with(3, 'Issued At: 2026-13-20T10:00:00Z'))],
  ['no URI', write([''], FIELDS.slice(1))],
  ['a URI with a password', write([''], FIELDS.with(0, 'URI: https://a:b@site.test/'))],
  ['an additional line', `${write([''])}\n`],
  ['an invalid resource', `${write([''])}\nResources:\n- nonsense`],
])('rejects a message with %s (auth 7.2)', (_name, text) => {
  expect(() => parseWalletMessage(text, 'ethereum')).toThrow(WalletMessageError)
})

test('parses or rejects any text quickly (auth 7.2)', () => {
  const line = fc.oneof(
    fc.string(),
    fc.constantFrom('', 'Resources:', ADDRESS, ...FIELDS),
    fc.string().map((text) => `URI: ${text}`),
  )
  const text = fc.array(line, { maxLength: 20 }).map((lines) => write(lines.slice(0, 4), lines.slice(4)))
  fc.assert(
    fc.property(fc.oneof(text, fc.string()), (any) => {
      try {
        parseWalletMessage(any, 'ethereum')
      } catch (error) {
        expect(error).toBeInstanceOf(WalletMessageError)
      }
    }),
    { numRuns: 2_000 },
  )
})

test('parses the messages that it writes (auth 7.2)', () => {
  const word = fc.stringMatching(/^[a-z]{1,12}$/)
  const statement = fc.option(fc.stringMatching(/^[A-Za-z ,.!]{1,60}$/), { nil: undefined })
  fc.assert(
    fc.property(word, statement, word, (host, said, nonce) => {
      const middle = said === undefined ? [''] : ['', said, '']
      const fields = FIELDS.with(0, `URI: https://${host}.test/`)
      const text = write(middle, [...fields, `Nonce: ${nonce}`]).replace('site.test', `${host}.test`)
      const read = parseWalletMessage(text, 'ethereum')
      expect([read.domain, read.uri.host, read.statement, read.nonce]).toEqual([
        `${host}.test`,
        `${host}.test`,
        said,
        nonce,
      ])
    }),
  )
})
