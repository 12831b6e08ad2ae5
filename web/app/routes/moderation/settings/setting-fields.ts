import type { SettingsTabData } from './settings-data.ts'

export type Settings = SettingsTabData['settings']

/** The value and the error of a field, for the rows of the form. */
export interface SettingFields {
  getValue: (name: keyof Settings) => string
  getError: (name: keyof Settings) => string | undefined
}
