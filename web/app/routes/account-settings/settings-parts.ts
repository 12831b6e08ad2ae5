/** The parts of the settings, in their order; the address names one: `?part=security`. */
export const settingsParts = ['profile', 'email', 'security', 'look', 'export'] as const

export type SettingsPart = (typeof settingsParts)[number]

/** What a part is called, and in one sentence what it is for. */
export const partWords: Record<SettingsPart, { title: string; lead: string }> = {
  profile: { title: 'Profile', lead: 'What others see of you. Your e-mail address and surname are never shown.' },
  email: { title: 'E-mail', lead: 'Where mails to you go, and what you sign in with.' },
  security: { title: 'Security', lead: 'What proves that it is you, and where you are signed in.' },
  look: { title: 'Look', lead: 'Day sheet or night chart.' },
  export: { title: 'Take everything out', lead: 'Everything that you brought is yours.' },
}

/** The part that an address names; null for none, where wide screens show the profile and phones the list of parts. */
export function findSettingsPart(parameters: URLSearchParams): SettingsPart | null {
  return settingsParts.find((part) => part === parameters.get('part')) ?? null
}
