import { expect, test } from 'vitest'
import { createTestDatabase } from '../../test/test-database.ts'
import { parseAuthSettings } from '../auth/settings.ts'
import { followSiteName, nameAfterSite } from './site-name.ts'

const SITE = { siteUrl: 'https://spots.example.org', apiUrl: 'https://spots.example.org' }

test('uses the name of the site in emails and passkeys, and follows a change of it', async () => {
  await using database = await createTestDatabase()
  const owner = database.connect('owner', { max: 1 })
  let time = 0
  const siteName = await followSiteName(owner, () => time)
  const settings = nameAfterSite(parseAuthSettings({}, SITE), {}, siteName)
  expect([settings.smtpSenderName, settings.webauthnRpName]).toEqual(['Hereabouts', 'Hereabouts'])
  expect(settings.smsTemplate).toBe('{{ .Code }} is your code for Hereabouts')
  await owner`update public.instance_settings set site_name = 'Turin unfolded'`
  expect(settings.smtpSenderName).toBe('Hereabouts')
  time = 31_000
  await expect.poll(() => settings.smtpSenderName).toBe('Turin unfolded')
  expect(settings.webauthnRpName).toBe('Turin unfolded')
  expect(settings.mfaPhoneTemplate).toBe('{{ .Code }} is your code for Turin unfolded')
})

test('keeps the names that the operator has set', () => {
  const environment = {
    SMTP_SENDER_NAME: 'Post',
    GOTRUE_WEBAUTHN_RP_DISPLAY_NAME: 'Keys',
    GOTRUE_SMS_TEMPLATE: 'Code {{ .Code }}',
  }
  const settings = nameAfterSite(parseAuthSettings(environment, SITE), environment, () => 'Turin unfolded')
  expect([settings.smtpSenderName, settings.webauthnRpName]).toEqual(['Post', 'Keys'])
  expect(settings.smsTemplate).toBe('Code {{ .Code }}')
})
