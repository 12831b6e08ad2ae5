import fc from 'fast-check'
import { expect, test } from 'vitest'
import { decideAccount, type LinkingDecision, type LinkingFacts } from '../../domain/linking/decide-account.ts'

const verified = { address: 'ada@example.org', isVerified: true, isPrimary: true }
const unverified = { ...verified, isVerified: false }
const account = { id: 'ada', email: 'ada@example.org' }
const identity = { userId: 'ada', provider: 'email', isProved: true }

const ROWS: [string, Partial<LinkingFacts>, LinkingDecision][] = [
  [
    'signs in to the account of a known identity',
    { ownerId: 'ada', emails: [unverified] },
    { kind: 'known', userId: 'ada' },
  ],
  [
    'signs in to the account of a known identity while sign-ups are off',
    { ownerId: 'ada', isSignupDisabled: true },
    { kind: 'known', userId: 'ada' },
  ],
  [
    'prefers the account of the identity to that of the email',
    { ownerId: 'bob', accounts: [account] },
    { kind: 'known', userId: 'bob' },
  ],
  [
    'creates an account with an unverified email',
    { emails: [unverified] },
    { kind: 'create', email: 'ada@example.org' },
  ],
  [
    'creates an account without the unverified email of another account',
    { emails: [unverified], accounts: [account] },
    { kind: 'create', email: undefined },
  ],
  [
    'never links an unverified email',
    { emails: [unverified], identities: [identity] },
    { kind: 'create', email: 'ada@example.org' },
  ],
  ['creates an account without any email', { emails: [] }, { kind: 'create', email: undefined }],
  ['links to the account with the email', { accounts: [account] }, { kind: 'link', userId: 'ada' }],
  [
    'links to the account of an identity with the email',
    { identities: [{ ...identity, provider: 'google' }] },
    { kind: 'link', userId: 'ada' },
  ],
  [
    'links when identity and email are of the same account',
    { identities: [identity], accounts: [account] },
    { kind: 'link', userId: 'ada' },
  ],
  ['links while sign-ups are off', { accounts: [account], isSignupDisabled: true }, { kind: 'link', userId: 'ada' }],
  [
    'does not link to an identity that never verified the email',
    { identities: [{ ...identity, isProved: false }] },
    { kind: 'create', email: 'ada@example.org' },
  ],
  [
    'is ambiguous when several accounts match',
    { identities: [{ ...identity, userId: 'bob' }], accounts: [account] },
    { kind: 'ambiguous' },
  ],
  [
    'links with the verified one of two emails',
    {
      emails: [
        { ...unverified, address: 'bob@example.org' },
        { ...verified, isPrimary: false },
      ],
      accounts: [account, { id: 'bob', email: 'bob@example.org' }],
    },
    { kind: 'link', userId: 'ada' },
  ],
  ['creates an account with an unused email', {}, { kind: 'create', email: 'ada@example.org' }],
  ['rejects a new account while sign-ups are off', { isSignupDisabled: true }, { kind: 'reject' }],
  [
    'does not link SSO to an account outside its domain',
    { provider: 'sso:1', accounts: [account], identities: [identity] },
    { kind: 'create', email: 'ada@example.org' },
  ],
  [
    'links within one SSO provider',
    { provider: 'sso:1', identities: [{ ...identity, provider: 'sso:1' }] },
    { kind: 'link', userId: 'ada' },
  ],
  [
    'does not link two SSO providers',
    { provider: 'sso:1', identities: [{ ...identity, provider: 'sso:2' }] },
    { kind: 'create', email: 'ada@example.org' },
  ],
  [
    'does not link another provider to an SSO account',
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

test('never signs in to an existing account without a verified email (auth 6.6)', () => {
  const facts = fc.record({
    provider: providers,
    emails: fc.array(fc.record({ address: addresses, isVerified: fc.constant(false), isPrimary: fc.boolean() })),
    ownerId: fc.constant(undefined),
    identities: fc.array(fc.record({ userId: fc.string(), provider: providers, isProved: fc.boolean() })),
    accounts: fc.array(fc.record({ id: fc.string(), email: addresses })),
    isSignupDisabled: fc.boolean(),
  })
  fc.assert(fc.property(facts, (any) => ['create', 'reject'].includes(decideAccount(any).kind)))
})
