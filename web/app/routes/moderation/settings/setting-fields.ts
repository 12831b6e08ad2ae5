import type { SettingsTabData } from './settings-data.ts'

export type Settings = SettingsTabData['settings']

/** What the rows of the form need: the value to show, and the error of a field. */
export interface SettingFields {
  getValue: (name: keyof Settings) => string
  getError: (name: keyof Settings) => string | undefined
}
