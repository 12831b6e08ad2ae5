import { getMemberName } from '#app/features/account/members/member-name.ts'
import { profileUrl } from '#app/features/account/members/member-url.ts'
import { CardLinks } from '#app/features/share/card-links.tsx'
import { FeedLinks } from '#app/features/share/feed-links.tsx'
import { JsonLd } from '#app/features/share/json-ld.tsx'
import { PageAddress } from '#app/features/share/page-address.tsx'
import { formatCount } from '#app/lib/format/numbers.ts'
import { pageTitle } from '#app/platform/config/site-name.ts'
import { useAppSettings } from '#app/platform/root-data.ts'
import { isOpenProfile, type OpenProfile, type Profile } from './profile-page.ts'

/** Returns title, description and robots directives of a profile. */
export function describeProfile(profile: Profile) {
  const name = getMemberName(profile.member)
  const noIndex = { name: 'robots', content: 'noindex, nofollow' }
  if (!isOpenProfile(profile)) return [{ title: pageTitle(name) }, noIndex]
  const { bio, spot_count, home } = profile
  const description = bio || `${formatCount(spot_count, 'spot')} marked by ${name}${home ? `, mostly in ${home}` : ''}.`
  return [
    { title: pageTitle(name) },
    { name: 'description', content: description },
    { property: 'og:title', content: name },
    { property: 'og:description', content: description },
    { property: 'og:type', content: 'profile' },
    { property: 'profile:username', content: profile.member.username ?? '' },
    ...(profile.is_indexed ? [] : [noIndex]),
  ]
}

/** The canonical URL, preview image and JSON-LD of a profile that everyone may see. */
export function ProfileLinks({ profile }: { profile: Profile }) {
  const { siteUrl } = useAppSettings()
  if (!isOpenProfile(profile) || !profile.is_indexed) return null
  const url = siteUrl + profileUrl(profile.member.username ?? '')
  return (
    <>
      <PageAddress path={profileUrl(profile.member.username ?? '')} hasPicture />
      <CardLinks kind="member" id={profile.member.username ?? ''} title={getMemberName(profile.member)} />
      <FeedLinks
        title={getMemberName(profile.member)}
        path="/feeds/spots"
        search={`?${new URLSearchParams({ by: profile.member.username ?? '' })}`}
      />
      <JsonLd data={toProfileJsonLd(profile, url)} />
    </>
  )
}

/** Describes the member with the schema.org vocabulary, for search engines. */
function toProfileJsonLd({ member, bio, created_at, follow, spot_count }: OpenProfile, url: string) {
  return {
    '@context': 'https://schema.org',
    '@type': 'ProfilePage',
    dateCreated: created_at,
    mainEntity: {
      '@type': 'Person',
      '@id': url,
      url,
      name: getMemberName(member),
      alternateName: member.name ?? undefined,
      description: bio ?? undefined,
      image: member.avatar_url ?? undefined,
      interactionStatistic: {
        '@type': 'InteractionCounter',
        interactionType: 'https://schema.org/FollowAction',
        userInteractionCount: follow.follower_count,
      },
      agentInteractionStatistic: {
        '@type': 'InteractionCounter',
        interactionType: 'https://schema.org/WriteAction',
        userInteractionCount: spot_count,
      },
    },
  }
}
