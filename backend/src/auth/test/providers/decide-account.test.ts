import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decideAccount, type LinkingDecision, type LinkingFacts } from '../../domain/linking/decide-account.ts'

const verified = { address: 'ada@example.org', isVerified: true, isPrimary: true }
const unverified = { ...verified, isVerified: false }
const account = { id: 'ada', email: 'ada@example.org' }
const identity = { userId: 'ada', provider: 'email', isProved: true }

const ROWS: [string, Partial<LinkingFacts>, LinkingDecision][] = [
  ['1 the identity is known', { ownerId: 'ada', emails: [unverified] }, { kind: 'known', userId: 'ada' }],
  [
    '1 the identity is known while signups are off',
    { ownerId: 'ada', isSignupDisabled: true },
    { kind: 'known', userId: 'ada' },
  ],
  [
    '1 the identity comes before the address',
    { ownerId: 'bob', accounts: [account] },
    { kind: 'known', userId: 'bob' },
  ],
  ['2 an unverified address is new', { emails: [unverified] }, { kind: 'create', email: 'ada@example.org' }],
  [
    '2 an unverified address of somebody',
    { emails: [unverified], accounts: [account] },
    { kind: 'create', email: undefined },
  ],
  [
    '2 an unverified address never links',
    { emails: [unverified], identities: [identity] },
    { kind: 'create', email: 'ada@example.org' },
  ],
  ['2 no address at all', { emails: [] }, { kind: 'create', email: undefined }],
  ['3 an account with the address', { accounts: [account] }, { kind: 'link', userId: 'ada' }],
  [
    '3 an identity with the address',
    { identities: [{ ...identity, provider: 'google' }] },
    { kind: 'link', userId: 'ada' },
  ],
  ['3 both are the same account', { identities: [identity], accounts: [account] }, { kind: 'link', userId: 'ada' }],
  ['3 linking is no sign-up', { accounts: [account], isSignupDisabled: true }, { kind: 'link', userId: 'ada' }],
  [
    '3 an identity that never proved the address',
    { identities: [{ ...identity, isProved: false }] },
    { kind: 'create', email: 'ada@example.org' },
  ],
  [
    '3 more than one account',
    { identities: [{ ...identity, userId: 'bob' }], accounts: [account] },
    { kind: 'ambiguous' },
  ],
  [
    '3 the verified of two addresses counts',
    {
      emails: [
        { ...unverified, address: 'bob@example.org' },
        { ...verified, isPrimary: false },
      ],
      accounts: [account, { id: 'bob', email: 'bob@example.org' }],
    },
    { kind: 'link', userId: 'ada' },
  ],
  ['4 nobody has it', {}, { kind: 'create', email: 'ada@example.org' }],
  ['4 signups are off', { isSignupDisabled: true }, { kind: 'refuse' }],
  [
    'domain: single sign-on takes over no account',
    { provider: 'sso:1', accounts: [account], identities: [identity] },
    { kind: 'create', email: 'ada@example.org' },
  ],
  [
    'domain: one provider of single sign-on links within itself',
    { provider: 'sso:1', identities: [{ ...identity, provider: 'sso:1' }] },
    { kind: 'link', userId: 'ada' },
  ],
  [
    'domain: two providers of single sign-on are strangers',
    { provider: 'sso:1', identities: [{ ...identity, provider: 'sso:2' }] },
    { kind: 'create', email: 'ada@example.org' },
  ],
  [
    'domain: no other provider takes over an account of single sign-on',
    { identities: [{ ...identity, provider: 'sso:1' }] },
    { kind: 'create', email: 'ada@example.org' },
  ],
]

test.each(ROWS)('%s (auth 6.6)', (_name, facts, decision) => {
  const base = {
    provider: 'github',
    emails: [verified],
    ownerId: undefined,
    identities: [],
    accounts: [],
    isSignupDisabled: false,
  }
  expect(decideAccount({ ...base, ...facts })).toEqual(decision)
})

const addresses = fc.constantFrom('a@example.org', 'b@example.org', 'c@example.org')
const providers = fc.constantFrom('github', 'email', 'sso:1', 'sso:2')

test('never signs in to an existing account without a verified e-mail (auth 6.6)', () => {
  const facts = fc.record({
    provider: providers,
    emails: fc.array(fc.record({ address: addresses, isVerified: fc.constant(false), isPrimary: fc.boolean() })),
    ownerId: fc.constant(undefined),
    identities: fc.array(fc.record({ userId: fc.string(), provider: providers, isProved: fc.boolean() })),
    accounts: fc.array(fc.record({ id: fc.string(), email: addresses })),
    isSignupDisabled: fc.boolean(),
  })
  fc.assert(fc.property(facts, (any) => ['create', 'refuse'].includes(decideAccount(any).kind)))
})
