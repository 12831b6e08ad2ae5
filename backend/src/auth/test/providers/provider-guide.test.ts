import { expect, test } from 'vitest'
import { listProviderGuide } from '../../domain/providers/provider-guide.ts'
import { PROVIDER_NAMES } from '../../domain/providers/providers.ts'

test('7.8 every provider of the contract is there, and has its line in the guide', () => {
  const listed =
    'apple azure bitbucket discord facebook figma fly github gitlab google kakao keycloak linkedin linkedin_oidc notion slack slack_oidc snapchat spotify twitch twitter x vercel_marketplace workos zoom'
  expect(PROVIDER_NAMES).toEqual(listed.split(' ').sort())
  expect(listProviderGuide().map(({ name }) => name)).toEqual(PROVIDER_NAMES)
})

test('the guide names settings that are read', () => {
  const github = listProviderGuide().find(({ name }) => name === 'github')
  expect(github?.settings.map(({ name }) => name)).toContain('GOTRUE_EXTERNAL_GITHUB_CLIENT_ID')
  expect(listProviderGuide().every(({ console, register }) => console.startsWith('https://') && register !== '')).toBe(
    true,
  )
})
