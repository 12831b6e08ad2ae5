import { expect, test } from 'vitest'
import { type ServerSettings, toAppSettings } from './app-settings.ts'

test('puts street maps into pages that were added while the site runs', () => {
  const added = { version: '1', schema: 'protomaps' as const, maxZoom: 14, areas: [], attribution: '' }
  let streets: typeof added | undefined
  const settings = { siteUrl: 'https://site.test', contentOrigins: [], findStreets: () => streets }
  // The server adds its own settings to a copy.
  const copied = { ...settings } as unknown as ServerSettings
  expect(toAppSettings(copied).streets).toBeUndefined()
  streets = added
  expect(toAppSettings(copied).streets).toBe(added)
})
