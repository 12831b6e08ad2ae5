import { withBase } from '#app/platform/app-config.ts'
import type { AppSettings } from '#app/platform/app-settings.ts'
import { useRootData } from '#app/platform/root-data.ts'
import { useChosenTheme } from '#app/ui/chosen-theme.ts'
import { Avatar } from '#app/ui/display/avatar.tsx'

/** A member's picture, or the one drawn from his id when he has none here. Decoration: the name stands beside it. */
export function MemberAvatar({ id, url, size }: { id: string; url: string | null; size?: 26 | 44 | 64 | 92 }) {
  const theme = useChosenTheme()
  const settings = useRootData()?.settings
  if (url && settings && mayShowPicture(url, settings)) return <Avatar src={url} size={size} />
  return (
    <Avatar size={size}>
      <picture>
        {theme === 'system' && (
          <source media="(prefers-color-scheme: dark)" srcSet={withBase(`/cover/member-${id}/thumb/night.svg`)} />
        )}
        <img
          src={withBase(`/cover/member-${id}/thumb/${theme === 'night' ? 'night' : 'day'}.svg`)}
          alt=""
          loading="lazy"
        />
      </picture>
    </Avatar>
  )
}

type Origins = Pick<AppSettings, 'siteUrl' | 'supabaseUrl' | 'pictureOrigins'>

/**
 * Whether a member's picture is shown: from this site, its services, or an origin that the operator allows. The policy of pages refuses
 * others, so that the services that people sign in by do not learn who looks at whom.
 */
export function mayShowPicture(url: string, { siteUrl, supabaseUrl, pictureOrigins = [] }: Origins): boolean {
  const origin = URL.parse(url, siteUrl)?.origin
  return [siteUrl, supabaseUrl, ...pictureOrigins].some((allowed) => URL.parse(allowed)?.origin === origin)
}
