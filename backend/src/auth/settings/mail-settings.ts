import { Count, DurationMs, Flag, List, setting, Text } from './setting.ts'

const file = (variable: string, mail: string) =>
  setting(variable, Text, undefined, `File with the HTML of ${mail}; by default that of supabase/templates.`)

/** Mails: when they are needed, who sends them, and their texts, which know the variables of contract §6.3 such as {{ .Email }}. */
export const MAIL_SETTINGS = {
  mailerAutoconfirm: setting(
    'GOTRUE_MAILER_AUTOCONFIRM',
    Flag,
    undefined,
    'Accounts need not confirm their e-mail; by default so when neither a mail server nor the hook for mails is set.',
  ),
  allowUnverifiedEmail: setting(
    'GOTRUE_MAILER_ALLOW_UNVERIFIED_EMAIL_SIGN_INS',
    Flag,
    'false',
    'Sign-in before the e-mail is confirmed.',
  ),
  mailerOtpExpiryMs: setting('GOTRUE_MAILER_OTP_EXP', DurationMs, '86400', 'Life of mailed codes and links.'),
  mailerOtpLength: setting('GOTRUE_MAILER_OTP_LENGTH', Count, '6', 'Digits of mailed codes, 6 to 10.'),
  secureEmailChange: setting(
    'GOTRUE_MAILER_SECURE_EMAIL_CHANGE_ENABLED',
    Flag,
    'true',
    'A new e-mail must be confirmed from the old one too.',
  ),
  urlPathInvite: setting(
    'GOTRUE_MAILER_URLPATHS_INVITE',
    Text,
    '/verify',
    'Path of links in invitations, or a whole URL.',
  ),
  urlPathConfirmation: setting(
    'GOTRUE_MAILER_URLPATHS_CONFIRMATION',
    Text,
    '/verify',
    'Path of links that confirm an account, or a whole URL.',
  ),
  urlPathRecovery: setting(
    'GOTRUE_MAILER_URLPATHS_RECOVERY',
    Text,
    '/verify',
    'Path of links for a new password and sign-in, or a whole URL.',
  ),
  urlPathEmailChange: setting(
    'GOTRUE_MAILER_URLPATHS_EMAIL_CHANGE',
    Text,
    '/verify',
    'Path of links that change the e-mail, or a whole URL.',
  ),
  smtpHost: setting(
    ['SMTP_HOST', 'GOTRUE_SMTP_HOST'],
    Text,
    undefined,
    'Mail server. Without it new accounts are confirmed at once and mails go to the outbox.',
  ),
  smtpPort: setting(['SMTP_PORT', 'GOTRUE_SMTP_PORT'], Count, '587', 'Its port; 465 speaks TLS from the start.'),
  smtpUser: setting(['SMTP_USER', 'GOTRUE_SMTP_USER'], Text, undefined, 'Its user name.'),
  smtpPassword: setting(['SMTP_PASS', 'SMTP_PASSWORD', 'GOTRUE_SMTP_PASS'], Text, undefined, 'Its password.'),
  smtpFrom: setting(['SMTP_ADMIN_EMAIL', 'GOTRUE_SMTP_ADMIN_EMAIL'], Text, undefined, 'Sender of all mails.'),
  smtpSenderName: setting(['SMTP_SENDER_NAME', 'GOTRUE_SMTP_SENDER_NAME'], Text, 'Hereabouts', 'Name of the sender.'),
  smtpMaxFrequencyMs: setting(
    'GOTRUE_SMTP_MAX_FREQUENCY',
    DurationMs,
    '60s',
    'Time between two mails of one kind to one account.',
  ),
  mailerChecksDomain: setting(
    'GOTRUE_MAILER_EMAIL_VALIDATION_EXTENDED',
    Flag,
    'false',
    'Asks the DNS whether the domain of an address takes mail, and refuses it when it surely does not.',
  ),
  mailerDnsServers: setting(
    'GOTRUE_MAILER_EMAIL_VALIDATION_DNS_SERVERS',
    List,
    '',
    'Addresses of the DNS servers that it asks; by default those of the system.',
  ),
  subjectConfirmation: setting(
    'GOTRUE_MAILER_SUBJECTS_CONFIRMATION',
    Text,
    'Confirm your email address',
    'Subject of the mail that confirms an account.',
  ),
  subjectInvite: setting('GOTRUE_MAILER_SUBJECTS_INVITE', Text, "You've been invited", 'Subject of invitations.'),
  subjectRecovery: setting(
    'GOTRUE_MAILER_SUBJECTS_RECOVERY',
    Text,
    'Reset your password',
    'Subject of the mail for a new password.',
  ),
  subjectMagicLink: setting(
    'GOTRUE_MAILER_SUBJECTS_MAGIC_LINK',
    Text,
    'Your sign-in link',
    'Subject of the mail that signs in.',
  ),
  subjectEmailChange: setting(
    'GOTRUE_MAILER_SUBJECTS_EMAIL_CHANGE',
    Text,
    'Confirm your new email address',
    'Subject of the mails of a change of address.',
  ),
  subjectReauthentication: setting(
    'GOTRUE_MAILER_SUBJECTS_REAUTHENTICATION',
    Text,
    '{{ .Token }} is your verification code',
    'Subject of the mail with the code for a new password.',
  ),
  templateConfirmation: file('GOTRUE_MAILER_TEMPLATES_CONFIRMATION', 'the mail that confirms an account'),
  templateInvite: file('GOTRUE_MAILER_TEMPLATES_INVITE', 'invitations'),
  templateRecovery: file('GOTRUE_MAILER_TEMPLATES_RECOVERY', 'the mail for a new password'),
  templateMagicLink: file('GOTRUE_MAILER_TEMPLATES_MAGIC_LINK', 'the mail that signs in'),
  templateEmailChange: file('GOTRUE_MAILER_TEMPLATES_EMAIL_CHANGE', 'the mails of a change of address'),
  templateReauthentication: file(
    'GOTRUE_MAILER_TEMPLATES_REAUTHENTICATION',
    'the mail with the code for a new password',
  ),
} as const
