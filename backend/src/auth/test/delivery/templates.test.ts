import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { renderTemplate, type TemplateName } from '../../domain/delivery/templates.ts'
import { createTestAuth, PASSWORD } from '../test-auth.ts'

const NAMES: TemplateName[] = ['confirmation', 'invite', 'recovery', 'magic_link', 'email_change', 'reauthentication']
const variables = {
  SiteURL: 'https://spots.example.org',
  ConfirmationURL: 'https://api.example.org/verify?token=abc&type=signup',
  Email: '<ada>@example.org',
  Token: '042042',
  TokenHash: 'abc',
  RedirectTo: 'https://spots.example.org/next',
  NewEmail: 'new@example.org',
  SendingTo: 'ada@example.org',
  Data: { name: 'Ada' },
}

test.each(NAMES)('renders the email %s with its code in both bodies and no open variable (auth 6.3)', async (name) => {
  const { html, text } = await renderTemplate(name, variables)
  for (const body of [html, text]) {
    // An invitation has no code, because no form accepts one.
    expect(body.includes('042042')).toBe(name !== 'invite')
    expect(body).not.toContain('{{')
  }
  expect(html).not.toContain('<ada>')
  expect(text).not.toMatch(/<\/?(p|a|div|h1|strong)\b/)
})

test('keeps the current address out of the email to a new address, which may be mistyped (auth 6.3)', async () => {
  const { text } = await renderTemplate('email_change', variables)
  expect(text).toContain('your account at https://spots.example.org to new@example.org.')
  expect(text).not.toContain('<ada>@example.org')
})

test('renders the text of an email in readable paragraphs (auth 6.3)', async () => {
  expect((await renderTemplate('confirmation', variables)).text).toBe(`Confirm your email address

Welcome. Confirm that <ada>@example.org is your address to finish signing up at https://spots.example.org.

Confirm my email address https://api.example.org/verify?token=abc&type=signup

Or enter this code: 042042

If you did not sign up at https://spots.example.org, you can ignore this email.
`)
})

test('uses the subjects and templates of the operator with all variables (auth 6.3)', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'hereabouts-mail-'))
  const file = join(folder, 'signup.html')
  writeFileSync(file, '<h1>Welcome {{ .Data.name }}</h1><p>{{ .Token }} {{ .ConfirmationURL }} {{ .Nothing }}</p>')
  await using auth = await createTestAuth({
    GOTRUE_MAILER_AUTOCONFIRM: 'false',
    GOTRUE_MAILER_SUBJECTS_CONFIRMATION: 'Hello {{ .Data.name }}, {{ .Token }}',
    GOTRUE_MAILER_TEMPLATES_CONFIRMATION: file,
  })
  const data = { name: 'Ada\r\nBcc: eve@example.org <b>' }
  await auth.client().auth.signUp({ email: 'ada@example.org', password: PASSWORD, options: { data } })
  const mail = await auth.lastMail('ada@example.org')
  expect(mail.subject).toBe(`Hello Ada Bcc: eve@example.org <b>, ${mail.code}`)
  expect(mail.html).toContain('&lt;b&gt;</h1>')
  expect(mail.text).toContain('/auth/v1/verify?token=')
  rmSync(folder, { recursive: true })
})

test('fails to start if a template cannot be read (auth 6.3)', async () => {
  const starting = createTestAuth({ GOTRUE_MAILER_TEMPLATES_INVITE: './no-such-file.html' })
  await expect(starting).rejects.toThrow('no-such-file.html cannot be read')
})
