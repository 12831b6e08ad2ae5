import type { ReactNode } from 'react'
import { href } from 'react-router'
import { FollowButton } from '#app/features/account/members/follow-button.tsx'
import { MemberAvatarLink, MemberLink } from '#app/features/account/members/member-link.tsx'
import { getMemberName } from '#app/features/account/members/member-name.ts'
import { profileUrl } from '#app/features/account/members/member-url.ts'
import { formatDay } from '#app/lib/format/dates.ts'
import { RadioGroup } from '#app/ui/forms/choices/radio-group.tsx'
import { TextLink } from '#app/ui/navigation/text-link.tsx'
import type { SettingsResponse } from '../action-result.ts'
import { ActionForm, SettingsForm } from '../settings-form.tsx'
import { SettingsGroup, SettingsRow } from '../settings-group.tsx'
import type { PeopleData } from './people-data.ts'

const OPTIONS = [
  { value: 'everyone', label: 'Everyone' },
  { value: 'members', label: 'Members' },
  { value: 'nobody', label: 'No one' },
]

/** The visibility of the profile, the follows and the blocks of the member. */
export function PeopleSection({ data, response }: { data: PeopleData; response: SettingsResponse | undefined }) {
  return (
    <>
      <ProfileGroup data={data} response={response} />
      <BlockedGroup blocked={data.blocked} />
      <FollowingGroup data={data} />
    </>
  )
}

function ProfileGroup({
  data: { profile_visibility, username },
  response,
}: {
  data: PeopleData
  response: SettingsResponse | undefined
}) {
  const rejection = response?.intent === 'profile-visibility' ? response.rejection : undefined
  return (
    <SettingsGroup title="Your profile">
      <SettingsForm
        section="people"
        intent="profile-visibility"
        response={response}
        submitLabel="Save"
        busyLabel="Saving"
      >
        <RadioGroup
          legend="Who can see your profile?"
          name="visibility"
          options={OPTIONS}
          defaultValue={rejection?.values.visibility ?? profile_visibility}
          error={rejection?.fieldErrors.visibility}
        />
        <p className="settings-note">
          Your name stays beside what you share.{' '}
          {username && <TextLink to={profileUrl(username)}>How others see me</TextLink>}
        </p>
      </SettingsForm>
    </SettingsGroup>
  )
}

function BlockedGroup({ blocked }: { blocked: PeopleData['blocked'] }) {
  return (
    <SettingsGroup title="Blocked members">
      <p className="settings-note">
        You and they do not see each other’s comments, and neither can follow or mention the other.
      </p>
      {blocked.length === 0 ? (
        <p>You have not blocked anyone.</p>
      ) : (
        <ul>
          {blocked.map((member) => (
            <SettingsRow
              key={member.id}
              icon={<MemberAvatarLink member={member} size={44} />}
              title={<MemberLink member={member} />}
              note={`since ${formatDay(member.blocked_at)}`}
              actions={
                <ActionForm
                  section="people"
                  sends={{ intent: 'unblock', member: member.id }}
                  label="Unblock"
                  hiddenLabel={`Unblock ${getMemberName(member)}`}
                  busyLabel="Unblocking"
                />
              }
            />
          ))}
        </ul>
      )}
    </SettingsGroup>
  )
}

function FollowingGroup({ data: { members, cities, lists } }: { data: PeopleData }) {
  const isEmpty = members.length + cities.length + lists.length === 0
  return (
    <SettingsGroup title="You follow">
      {isEmpty && <p>You are not following anyone yet.</p>}
      <ul>
        {members.map((member) => (
          <FollowRow key={member.id} title={<MemberLink member={member} />}>
            <FollowButton target={{ member: member.id }} name={getMemberName(member)} isFollowing />
          </FollowRow>
        ))}
        {cities.map(({ id, slug, name }) => (
          <FollowRow key={id} title={<TextLink to={href('/city/:name', { name: slug })}>{name}</TextLink>}>
            <FollowButton target={{ city: id }} name={name} isFollowing />
          </FollowRow>
        ))}
        {lists.map(({ id, title }) => (
          <FollowRow key={id} title={<TextLink to={`${href('/explore')}?list=${id}`}>{title}</TextLink>}>
            <FollowButton target={{ list: id }} name={title} isFollowing />
          </FollowRow>
        ))}
      </ul>
    </SettingsGroup>
  )
}

function FollowRow({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <li className="row">
      <div className="row-text strong" dir="auto">
        {title}
      </div>
      <div className="row-actions">{children}</div>
    </li>
  )
}
