import type { Mail } from '../../kernel/dependencies.ts'
import type { AuthSettings } from '../../settings.ts'
import type { UserRow } from '../../tables/user-row.ts'
import { fillSubject, renderTemplate, type TemplateName } from './templates.ts'

/** The occasions on which a code is emailed. */
export type MailKind =
  | 'signup'
  | 'invite'
  | 'recovery'
  | 'magiclink'
  | 'email_change_current'
  | 'email_change_new'
  | 'reauthentication'

interface MailPlan {
  template: TemplateName
  /** The suffix of its settings: subjectInvite, templateInvite. */
  setting: 'Confirmation' | 'Invite' | 'Recovery' | 'MagicLink' | 'EmailChange' | 'Reauthentication'
  /** The `type` parameter of the link to /verify. */
  linkType: string
  path: (settings: AuthSettings) => string
}

const EMAIL_CHANGE: MailPlan = {
  template: 'email_change',
  setting: 'EmailChange',
  linkType: 'email_change',
  path: (settings) => settings.urlPathEmailChange,
}
const PLANS: Record<MailKind, MailPlan> = {
  signup: {
    template: 'confirmation',
    setting: 'Confirmation',
    linkType: 'signup',
    path: (settings) => settings.urlPathConfirmation,
  },
  invite: { template: 'invite', setting: 'Invite', linkType: 'invite', path: (settings) => settings.urlPathInvite },
  recovery: {
    template: 'recovery',
    setting: 'Recovery',
    linkType: 'recovery',
    path: (settings) => settings.urlPathRecovery,
  },
  magiclink: {
    template: 'magic_link',
    setting: 'MagicLink',
    linkType: 'magiclink',
    path: (settings) => settings.urlPathRecovery,
  },
  email_change_current: EMAIL_CHANGE,
  email_change_new: EMAIL_CHANGE,
  reauthentication: {
    template: 'reauthentication',
    setting: 'Reauthentication',
    linkType: 'reauthentication',
    path: () => '/verify',
  },
}

interface Letter {
  kind: MailKind
  user: UserRow
  recipient: string
  code: string
  hash: string
  redirectTo: string
  newEmail?: string
}

/** Composes the email with a code and its link. */
export async function composeMail(letter: Letter, settings: AuthSettings): Promise<Mail & { link: string }> {
  const plan = PLANS[letter.kind]
  const link = buildLink(letter.kind, letter.hash, letter.redirectTo, settings)
  const variables = {
    SiteURL: settings.siteUrl,
    ConfirmationURL: link,
    Email: letter.user.email ?? letter.recipient,
    Token: letter.code,
    TokenHash: letter.hash,
    RedirectTo: letter.redirectTo,
    NewEmail: letter.newEmail ?? '',
    SendingTo: letter.recipient,
    Data: letter.user.raw_user_meta_data ?? {},
  }
  const subject = fillSubject(settings[`subject${plan.setting}`], variables)
  const bodies = await renderTemplate(settings[`template${plan.setting}`] ?? plan.template, variables)
  return { recipient: letter.recipient, subject, ...bodies, link }
}

/** Builds the link of an email from settings alone, because the client controls the Host header. */
export function buildLink(kind: MailKind, hash: string, redirectTo: string, settings: AuthSettings): string {
  const { path, linkType } = PLANS[kind]
  const query = new URLSearchParams({ token: hash, type: linkType, redirect_to: redirectTo })
  return `${joinUrl(settings.externalUrl, path(settings))}?${query}`
}

/**
 * Joins a path to a base. A full URL is used as is. A path that repeats the base's own path (`/auth/v1/verify`) is not
 * doubled.
 */
function joinUrl(base: string, path: string): string {
  if (/^https?:\/\//.test(path)) return path
  const { origin, pathname } = new URL(base)
  const prefix = pathname.replace(/\/$/, '')
  const absolute = path.startsWith('/') ? path : `/${path}`
  return absolute.startsWith(`${prefix}/`) ? `${origin}${absolute}` : `${origin}${prefix}${absolute}`
}
