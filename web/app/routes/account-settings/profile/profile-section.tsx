import { useEffect, useState } from 'react'
import { MemberAvatar } from '#app/features/account/members/member-avatar.tsx'
import { CONTENT_LIMITS, USERNAME_LENGTH } from '#app/lib/content-limits.ts'
import { buttonClass } from '#app/ui/buttons/button-class.ts'
import { Avatar } from '#app/ui/display/avatar.tsx'
import { Checkbox } from '#app/ui/forms/choices/checkbox.tsx'
import { FieldError } from '#app/ui/forms/field.tsx'
import { TextAreaField } from '#app/ui/forms/text/text-area-field.tsx'
import { TextField } from '#app/ui/forms/text/text-field.tsx'
import type { SettingsResponse } from '../action-result.ts'
import type { ProfileData } from '../settings-data.server.ts'
import { SettingsForm } from '../settings-form.tsx'

/** The public profile: name, picture and bio. */
export function ProfileSection({
  data: { viewer, row },
  response,
}: {
  data: ProfileData
  response: SettingsResponse | undefined
}) {
  const rejection = response?.intent === 'profile' ? response.rejection : undefined
  const field = (name: 'username' | 'name' | 'surname' | 'bio') => ({
    name,
    defaultValue: rejection?.values[name] ?? row?.[name] ?? (name === 'username' ? viewer.username : null) ?? '',
    error: rejection?.fieldErrors[name],
  })
  return (
    <SettingsForm section="profile" intent="profile" response={response} submitLabel="Save" busyLabel="Saving" hasFile>
      <AvatarField
        key={row?.avatar_url}
        memberId={viewer.id}
        url={row?.avatar_url ?? viewer.avatarUrl}
        error={rejection?.fieldErrors.avatar}
      />
      <TextField
        label="Username"
        autoComplete="nickname"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={USERNAME_LENGTH.max}
        hint="Shown with your spots. If you change it, links to your profile with the old one stop working."
        required
        {...field('username')}
      />
      <div className="settings-pair">
        <TextField
          label="Name"
          autoComplete="given-name"
          maxLength={CONTENT_LIMITS['users.name']}
          optional
          {...field('name')}
        />
        <TextField
          label="Surname"
          autoComplete="family-name"
          maxLength={CONTENT_LIMITS['users.name']}
          hint="Only visible to you."
          optional
          {...field('surname')}
        />
      </div>
      <TextAreaField
        label="About you"
        rows={4}
        maxLength={CONTENT_LIMITS['users.bio']}
        hint="A sentence or two: how you walk, what you look for."
        optional
        {...field('bio')}
      />
    </SettingsForm>
  )
}

/** The current or newly chosen picture, with ways to change or remove it. */
function AvatarField({ memberId, url, error }: { memberId: string; url: string | null; error: string | undefined }) {
  const [file, setFile] = useState<File>()
  const preview = usePreview(file)
  return (
    <div className="avatar-field">
      {preview ? <Avatar src={preview} size={92} /> : <MemberAvatar id={memberId} url={url} size={92} />}
      <div className="min-w-0">
        <label className={buttonClass('secondary', 'normal', 'avatar-choose')}>
          <input
            type="file"
            name="avatar"
            className="sr-only"
            accept="image/*,.heic,.heif"
            aria-describedby="avatar-hint"
            aria-invalid={error ? true : undefined}
            onChange={(event) => setFile(event.currentTarget.files?.[0])}
          />
          Choose a picture
        </label>
        <p className="avatar-hint" id="avatar-hint">
          {file ? file.name : 'Without a picture we draw one for you. Location and time are removed from photos.'}
        </p>
        {url && !file && <Checkbox name="avatar_change" value="remove" label="Remove my picture" />}
        <FieldError id="avatar-error">{error}</FieldError>
      </div>
    </div>
  )
}

/** Returns an object URL for a file while it is shown. */
function usePreview(file: File | undefined): string | undefined {
  const [url, setUrl] = useState<string>()
  useEffect(() => {
    if (!file) return
    const made = URL.createObjectURL(file)
    setUrl(made)
    return () => {
      URL.revokeObjectURL(made)
      setUrl(undefined)
    }
  }, [file])
  return url
}
