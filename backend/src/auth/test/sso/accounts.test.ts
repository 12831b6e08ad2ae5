import { expect, test } from 'vitest'
import { PASSWORD } from '../test-auth.ts'
import { EMAIL_FORMAT } from './test-identity-provider.ts'
import { addProvider, createTestSso, postResponse, readError, readFragment, readLocation } from './test-sso.ts'

test('never takes over an account with the same email, and finds its own again (auth 6.6)', async () => {
  await using sso = await createTestSso({ GOTRUE_MAILER_AUTOCONFIRM: 'true' })
  const { auth, idp } = sso
  await auth.client().auth.signUp({ email: 'ada@acme.example', password: PASSWORD })
  const other = await addProvider(auth, {
    ...idp,
    metadata: idp.metadata.replaceAll(idp.entityId, 'https://other.test'),
  })
  await postResponse(auth.request, await idp.respond())
  await postResponse(auth.request, await idp.respond())
  await postResponse(auth.request, await idp.respond({ issuer: 'https://other.test' }))
  const rows = await auth.sql`
    select i.provider, count(*)::int as sessions from auth.users u join auth.identities i on i.user_id = u.id
    join auth.sessions s on s.user_id = u.id where u.email = 'ada@acme.example' group by u.id, i.provider order by 2 desc, 1`
  expect(rows.map((row) => [row.provider, row.sessions])).toEqual([
    [`sso:${sso.id}`, 2],
    ['email', 1],
    [`sso:${other}`, 1],
  ])
})

test('maps attributes by one or several names, as lists and with defaults (auth 7.11)', async () => {
  const mapping = {
    keys: {
      email: { name: 'mailbox' },
      full_name: { names: ['absent', 'cn'] },
      groups: { name: 'memberOf', array: true },
      plan: { name: 'absent', default: 'free' },
      sub: { name: 'cn' },
    },
  }
  await using sso = await createTestSso({}, { attribute_mapping: mapping })
  const attributes = {
    mailbox: ['Ada@Mail.example'],
    cn: ['Ada &amp; Co'],
    memberOf: ['a', 'b'],
    mail: ['no@acme.example'],
  }
  await postResponse(sso.auth.request, await sso.idp.respond({ attributes }))
  const [row] = await sso.auth
    .sql`select u.email, i.identity_data from auth.users u join auth.identities i on i.user_id = u.id`
  expect(row).toMatchObject({
    email: 'ada@mail.example',
    identity_data: {
      sub: 'ada-of-acme',
      full_name: 'Ada & Co',
      custom_claims: { groups: ['a', 'b'], plan: 'free' },
    },
  })
})

test('uses the subject-id, else a persistent name, and lower-cases an email name (auth 7.11)', async () => {
  await using sso = await createTestSso()
  const { auth, idp } = sso
  const subjectId = { 'urn:oasis:names:tc:SAML:attribute:subject-id': ['s1@acme'], mail: ['s@acme.example'] }
  await postResponse(auth.request, await idp.respond({ attributes: subjectId }))
  await postResponse(
    auth.request,
    await idp.respond({ nameId: 'Bob@Acme.example', nameIdFormat: EMAIL_FORMAT, attributes: {} }),
  )
  const rows = await auth.sql`select provider_id from auth.identities order by 1`
  expect(rows.map((row) => row.provider_id)).toEqual(['bob@acme.example', 's1@acme'])
  const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
  const unnamed = await postResponse(auth.request, await idp.respond({ nameIdFormat: transient }))
  expect(readError(unnamed)).toEqual([303, 'saml_assertion_no_user_id'])
  const noEmail = await postResponse(auth.request, await idp.respond({ attributes: {} }))
  expect(readError(noEmail)).toEqual([303, 'saml_assertion_no_email'])
})

test('rejects banned users, and new ones when sign-ups are off (auth 7.11)', async () => {
  await using sso = await createTestSso({ GOTRUE_DISABLE_SIGNUP: 'true' })
  const { auth, idp } = sso
  const closed = await postResponse(auth.request, await idp.respond())
  expect(readError(closed)).toEqual([303, 'signup_disabled'])
  expect(readLocation(closed).searchParams.get('error')).toBe('invalid_request')
  expect(await auth.sql`select from auth.users`).toHaveLength(0)
})

test('does not let SSO users change address or password, and emails no reset (auth 7.6)', async () => {
  await using sso = await createTestSso({ SMTP_HOST: 'mail' })
  const { auth, idp } = sso
  const token = readFragment(await postResponse(auth.request, await idp.respond())).get('access_token')
  const headers = { Authorization: `Bearer ${token}` }
  for (const json of [{ password: 'another horse 8' }, { email: 'eve@example.org' }, { nonce: '123456' }]) {
    const response = await auth.request('/user', { method: 'PUT', headers, json })
    expect([json, response.status, (await response.json()).error_code]).toEqual([json, 422, 'user_sso_managed'])
  }
  const named = await auth.request('/user', { method: 'PUT', headers, json: { data: { nickname: 'ada' } } })
  expect(named.status).toBe(200)
  expect((await auth.request('/recover', { json: { email: 'ada@acme.example' } })).status).toBe(200)
  expect(await auth.mails('ada@acme.example')).toEqual([])
  const json = { email: 'ada@acme.example', password: '' }
  expect((await auth.request('/token?grant_type=password', { json })).status).toBe(400)
})
