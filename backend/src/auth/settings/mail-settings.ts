import { List } from '../../http/parse-settings.ts'
import { Count, DurationMs, EmailAddress, Flag, Port, setting, Text } from './setting.ts'

const file = (variable: string, mail: string) =>
  setting(variable, Text, undefined, `File with the HTML of ${mail}. Defaults to that of supabase/templates.`)

/**
 * Emails: when they are required, how they are sent, and their templates with variables such as {{ .Email }} (auth
 * 6.3).
 */
export const MAIL_SETTINGS = {
  mailerAutoconfirm: setting(
    'GOTRUE_MAILER_AUTOCONFIRM',
    Flag,
    undefined,
    'Confirms emails automatically. Defaults to true when neither a mail server nor the email hook is set.',
  ),
  allowUnverifiedEmail: setting(
    'GOTRUE_MAILER_ALLOW_UNVERIFIED_EMAIL_SIGN_INS',
    Flag,
    'false',
    'Allows sign-in before the email is confirmed.',
  ),
  mailerOtpExpiryMs: setting('GOTRUE_MAILER_OTP_EXP', DurationMs, '86400', 'Lifetime of emailed codes and links.'),
  mailerOtpLength: setting('GOTRUE_MAILER_OTP_LENGTH', Count, '6', 'Number of digits of emailed codes, 6 to 10.'),
  secureEmailChange: setting(
    'GOTRUE_MAILER_SECURE_EMAIL_CHANGE_ENABLED',
    Flag,
    'true',
    'A change of email must be confirmed from both the old and the new address.',
  ),
  urlPathInvite: setting('GOTRUE_MAILER_URLPATHS_INVITE', Text, '/verify', 'Path or URL of links in invitations.'),
  urlPathConfirmation: setting(
    'GOTRUE_MAILER_URLPATHS_CONFIRMATION',
    Text,
    '/verify',
    'Path or URL of links that confirm an account.',
  ),
  urlPathRecovery: setting(
    'GOTRUE_MAILER_URLPATHS_RECOVERY',
    Text,
    '/verify',
    'Path or URL of links for password reset and sign-in.',
  ),
  urlPathEmailChange: setting(
    'GOTRUE_MAILER_URLPATHS_EMAIL_CHANGE',
    Text,
    '/verify',
    'Path or URL of links that confirm a change of email.',
  ),
  smtpHost: setting(
    ['SMTP_HOST', 'GOTRUE_SMTP_HOST'],
    Text,
    undefined,
    'Host of the mail server. Without it, new accounts are confirmed automatically and emails stay in the outbox.',
  ),
  smtpPort: setting(
    ['SMTP_PORT', 'GOTRUE_SMTP_PORT'],
    Port,
    '587',
    'Port of the mail server. 465 uses TLS from the start.',
  ),
  smtpUser: setting(['SMTP_USER', 'GOTRUE_SMTP_USER'], Text, undefined, 'User name for the mail server.'),
  smtpPassword: setting(
    ['SMTP_PASS', 'SMTP_PASSWORD', 'GOTRUE_SMTP_PASS'],
    Text,
    undefined,
    'Password for the mail server. Sent over TLS only, except to this machine.',
  ),
  smtpAllowPlainLogin: setting(
    'SMTP_ALLOW_PLAIN_LOGIN',
    Flag,
    'false',
    'Also sends the password to another machine without TLS, for a mail server in a private network.',
  ),
  smtpFrom: setting(
    ['SMTP_ADMIN_EMAIL', 'GOTRUE_SMTP_ADMIN_EMAIL'],
    EmailAddress,
    undefined,
    'Sender address of all emails.',
  ),
  smtpSenderName: setting(
    ['SMTP_SENDER_NAME', 'GOTRUE_SMTP_SENDER_NAME'],
    Text,
    'Hereabouts',
    'Sender name of all emails.',
  ),
  smtpMaxFrequencyMs: setting(
    'GOTRUE_SMTP_MAX_FREQUENCY',
    DurationMs,
    '60s',
    'Minimum time between two emails of the same type to an account.',
  ),
  mailerChecksDomain: setting(
    'GOTRUE_MAILER_EMAIL_VALIDATION_EXTENDED',
    Flag,
    'false',
    'Looks up the domain of an email address in DNS and rejects the address if the domain certainly accepts no email.',
  ),
  mailerDnsServers: setting(
    'GOTRUE_MAILER_EMAIL_VALIDATION_DNS_SERVERS',
    List,
    '',
    'DNS servers for that look-up. Defaults to those of the system.',
  ),
  subjectConfirmation: setting(
    'GOTRUE_MAILER_SUBJECTS_CONFIRMATION',
    Text,
    'Confirm your email address',
    'Subject of the email that confirms an account.',
  ),
  subjectInvite: setting('GOTRUE_MAILER_SUBJECTS_INVITE', Text, "You've been invited", 'Subject of invitations.'),
  subjectRecovery: setting(
    'GOTRUE_MAILER_SUBJECTS_RECOVERY',
    Text,
    'Reset your password',
    'Subject of the password reset email.',
  ),
  subjectMagicLink: setting(
    'GOTRUE_MAILER_SUBJECTS_MAGIC_LINK',
    Text,
    'Your sign-in link',
    'Subject of the magic link email.',
  ),
  subjectEmailChange: setting(
    'GOTRUE_MAILER_SUBJECTS_EMAIL_CHANGE',
    Text,
    'Confirm your new email address',
    'Subject of the emails about a change of email.',
  ),
  subjectReauthentication: setting(
    'GOTRUE_MAILER_SUBJECTS_REAUTHENTICATION',
    Text,
    '{{ .Token }} is your verification code',
    'Subject of the email with the reauthentication code.',
  ),
  templateConfirmation: file('GOTRUE_MAILER_TEMPLATES_CONFIRMATION', 'the email that confirms an account'),
  templateInvite: file('GOTRUE_MAILER_TEMPLATES_INVITE', 'invitations'),
  templateRecovery: file('GOTRUE_MAILER_TEMPLATES_RECOVERY', 'the password reset email'),
  templateMagicLink: file('GOTRUE_MAILER_TEMPLATES_MAGIC_LINK', 'the magic link email'),
  templateEmailChange: file('GOTRUE_MAILER_TEMPLATES_EMAIL_CHANGE', 'the emails about a change of email'),
  templateReauthentication: file(
    'GOTRUE_MAILER_TEMPLATES_REAUTHENTICATION',
    'the email with the reauthentication code',
  ),
} as const
