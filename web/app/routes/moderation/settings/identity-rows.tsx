import { CONTENT_LIMITS } from '#app/lib/content-limits.ts'
import { TextInput } from '#app/ui/forms/text/text-input.tsx'
import type { SettingFields } from './setting-fields.ts'
import { SettingRow } from './setting-row.tsx'

/** The name of the site and its texts on /about. */
export function IdentityRows({
  fields: { getValue, getError },
  nameLength,
}: {
  fields: SettingFields
  nameLength: number
}) {
  return (
    <>
      <SettingRow label="Site name" hint="In the header, titles and link previews" error={getError('site_name')}>
        {({ controlId, hintId }) => (
          <TextInput
            id={controlId}
            name="site_name"
            aria-describedby={hintId}
            aria-invalid={Boolean(getError('site_name')) || undefined}
            defaultValue={getValue('site_name')}
            maxLength={nameLength}
            required
          />
        )}
      </SettingRow>
      <SettingRow
        label="Contact"
        hint="Shown on About: an email address, a link or a sentence"
        error={getError('contact')}
      >
        {({ controlId, hintId }) => (
          <TextInput
            id={controlId}
            name="contact"
            aria-describedby={hintId}
            defaultValue={getValue('contact')}
            maxLength={CONTENT_LIMITS['instance_settings.contact']}
          />
        )}
      </SettingRow>
      <SettingRow
        label="Rules"
        hint="Shown on About, one per line. Leave empty to use the default rules"
        error={getError('rules')}
        isTall
      >
        {({ controlId, hintId }) => (
          <textarea
            id={controlId}
            name="rules"
            className="input"
            dir="auto"
            rows={5}
            aria-describedby={hintId}
            defaultValue={getValue('rules')}
            maxLength={CONTENT_LIMITS['instance_settings.rules']}
          />
        )}
      </SettingRow>
    </>
  )
}
