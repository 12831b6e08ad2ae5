import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import { getMemberName } from '#app/features/account/members/member-name.ts'
import { countFilters, noFilter } from '#app/features/explore/filters/spot-filter.ts'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import type { ExploreAddress } from '../state/use-explore-url.ts'
import { ClosedProfile } from './closed-profile.tsx'
import { Nothing, ProfileLists, ProfileStories } from './profile-contributions.tsx'
import { findProfileDialog, ProfileDialogContext } from './profile-dialog-link.tsx'
import { ProfileDialogs } from './profile-dialogs.tsx'
import { ProfileHeader } from './profile-header.tsx'
import { ProfileLinks } from './profile-meta.tsx'
import { isOpenProfile, type OpenProfile } from './profile-page.ts'
import type { ShownProfile } from './profile-start.server.ts'
import { ProfileTabs } from './profile-tabs.tsx'

/**
 * A profile beside the map: its header, its tabs, and the content of the current one. The children are the spots in
 * view.
 */
export function ProfilePanel({
  shown: { profile, tab },
  isEmpty,
  address,
  children,
}: {
  shown: ShownProfile
  /** True if no spot is in view. */
  isEmpty: boolean
  address: ExploreAddress
  children: ReactNode
}) {
  const [parameters] = useSearchParams()
  const [opened, setOpened] = useState(() => findProfileDialog(parameters))
  if (!isOpenProfile(profile)) return <ClosedProfile profile={profile} />
  return (
    <ProfileDialogContext value={setOpened}>
      <ProfileLinks profile={profile} />
      <ProfileDialogs profile={profile} opened={opened} onClose={() => setOpened(null)} />
      <ProfileHeader profile={profile} />
      <ProfileTabs profile={profile} tab={tab} />
      {tab === 'lists' && <ProfileLists profile={profile} />}
      {tab === 'stories' && <ProfileStories profile={profile} />}
      {tab === 'spots' && (isEmpty ? <NoSpots profile={profile} address={address} /> : children)}
    </ProfileDialogContext>
  )
}

/** Explains why no spot of the member is in view. */
function NoSpots({ profile, address: { filter, linkTo } }: { profile: OpenProfile; address: ExploreAddress }) {
  const name = getMemberName(profile.member)
  if (profile.spot_count === 0) return <Nothing name={name} what="has not marked anything yet." />
  const isFiltered = countFilters(filter) > 0 || filter.words !== ''
  return (
    <p className="profile-nothing">
      <bdi>{name}</bdi> {isFiltered ? 'has no spot here that matches.' : 'has marked nothing in this part of the map.'}{' '}
      {isFiltered ? (
        <TextLink {...linkTo({ ...noFilter, by: filter.by })}>Clear the filters</TextLink>
      ) : (
        <TextLink to={{ search: `?${new URLSearchParams({ by: filter.by ?? '' })}` }}>Show all their spots</TextLink>
      )}
    </p>
  )
}
