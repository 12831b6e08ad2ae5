import { expect, test } from 'vitest'
import { renderTemplate, type TemplateName } from './templates.ts'

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

test.each(NAMES)('the mail %s holds its code in both bodies and leaves no variable open', (name) => {
  const { html, text } = renderTemplate(name, variables)
  for (const body of [html, text]) {
    expect(body).toContain('042042')
    expect(body).not.toContain('{{')
  }
  expect(html).not.toContain('<ada>')
  expect(text).not.toMatch(/<\/?(p|a|div|h1|strong)\b/)
})

test('the text of a mail reads like a letter', () => {
  expect(renderTemplate('confirmation', variables).text).toBe(`Confirm your email address

Welcome to Hereabouts. Confirm that <ada>@example.org is yours, and your account is ready.

Confirm my address https://api.example.org/verify?token=abc&type=signup

Or type this code: 042042

You did not sign up at https://spots.example.org? Then ignore this mail, and nothing happens.
`)
})
