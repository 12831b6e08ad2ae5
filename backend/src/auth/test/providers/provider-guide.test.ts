import { expect, test } from 'vitest'
import { listProviderGuide } from '../../domain/providers/provider-guide.ts'
import { PROVIDER_NAMES } from '../../settings/provider-names.ts'

test('documents every contracted provider (auth 7.8)', () => {
  const listed =
    'apple azure bitbucket discord facebook figma fly github gitlab google kakao keycloak linkedin linkedin_oidc notion slack slack_oidc snapchat spotify twitch twitter x vercel_marketplace workos zoom'
  expect(PROVIDER_NAMES).toEqual(listed.split(' ').sort())
  expect(listProviderGuide().map(({ name }) => name)).toEqual(PROVIDER_NAMES)
})

test('names only settings that exist', () => {
  const github = listProviderGuide().find(({ name }) => name === 'github')
  expect(github?.settings.map(({ name }) => name)).toContain('GOTRUE_EXTERNAL_GITHUB_CLIENT_ID')
  expect(listProviderGuide().every(({ console, register }) => console.startsWith('https://') && register !== '')).toBe(
    true,
  )
})
