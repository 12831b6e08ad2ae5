import { href } from 'react-router'

/** The parts of the settings, in their order; the address names one: `?part=security`. */
export const settingsSections = ['profile', 'email', 'security', 'linked', 'look', 'export', 'delete'] as const

export type SettingsSection = (typeof settingsSections)[number]

/** What a part is called, and in one sentence what it is for. */
export const sectionLabels: Record<SettingsSection, { title: string; lead: string }> = {
  profile: { title: 'Profile', lead: 'What others see of you. Your e-mail address and surname are never shown.' },
  email: { title: 'E-mail and phone', lead: 'Where messages to you go, and what you sign in with.' },
  security: { title: 'Security', lead: 'What proves that it is you, and where you are signed in at the moment.' },
  linked: { title: 'Linked accounts', lead: 'Accounts elsewhere that open this one, and apps that know you by it.' },
  look: { title: 'Look', lead: 'Day sheet or night chart.' },
  export: { title: 'Take everything out', lead: 'Everything that you brought is yours.' },
  delete: { title: 'Delete account', lead: 'With a week to think it over.' },
}

/** The part that an address names; null for none, where wide screens show the profile and phones the list of parts. */
export function findSettingsSection(parameters: URLSearchParams): SettingsSection | null {
  return settingsSections.find((part) => part === parameters.get('part')) ?? null
}

/** The address of a part, or of one step in it, such as removing something. */
export function settingsUrl(part: SettingsSection, step: Record<string, string> = {}): string {
  return `${href('/account/settings')}?${new URLSearchParams({ part, ...step })}`
}
