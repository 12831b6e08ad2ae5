import { href } from 'react-router'

/** The settings sections in their order. The query names one: `?section=security`. */
export const settingsSections = [
  'profile',
  'email',
  'security',
  'linked',
  'tokens',
  'people',
  'notifications',
  'appearance',
  'export',
  'delete',
] as const

export type SettingsSection = (typeof settingsSections)[number]

/** The title of each section and one sentence about it. */
export const sectionLabels: Record<SettingsSection, { title: string; lead: string }> = {
  profile: { title: 'Profile', lead: 'What other members see. Your email address and surname are never shown.' },
  email: { title: 'Email and phone', lead: 'How we reach you, and what you sign in with.' },
  security: { title: 'Security', lead: 'How you sign in, and where you are signed in.' },
  linked: {
    title: 'Linked accounts',
    lead: 'Accounts elsewhere that you can sign in with, and apps that use your account here.',
  },
  tokens: { title: 'Access tokens', lead: 'Let your own programs use this site on your behalf.' },
  people: { title: 'People', lead: 'Who sees your profile, whom you follow and whom you have blocked.' },
  notifications: { title: 'Notifications', lead: 'Security emails are always sent.' },
  appearance: {
    title: 'Appearance',
    lead: 'Theme, language of place names and shortcuts. Each is saved in this browser only.',
  },
  export: { title: 'Export your data', lead: 'Everything you have shared belongs to you.' },
  delete: { title: 'Delete account', lead: 'You have seven days to change your mind.' },
}

/** Finds the section that the query names. Null for none: wide screens then show the profile, phones the menu. */
export function findSettingsSection(parameters: URLSearchParams): SettingsSection | null {
  return settingsSections.find((section) => section === parameters.get('section')) ?? null
}

/** Returns the URL of a section, or of one step in it. */
export function settingsUrl(section: SettingsSection, step: Record<string, string> = {}): string {
  return `${href('/account/settings')}?${new URLSearchParams({ section, ...step })}`
}
