import UserRound from 'lucide-react/icons/user-round'
import { findUrl } from '#app/lib/find-url.ts'
import { withBase } from '#app/platform/config/app-config.ts'
import type { AppSettings } from '#app/platform/config/app-settings.ts'
import { useRootData } from '#app/platform/root-data.ts'
import { useChosenTheme } from '#app/ui/chosen-theme.ts'
import { Avatar } from '#app/ui/display/avatar.tsx'

/**
 * A member's picture, or a cover drawn from their id if there is no picture that may be shown. Former members have no
 * id, so all of them get the same figure. It is decorative, since the name is beside it.
 */
export function MemberAvatar({
  id,
  url,
  size,
}: {
  id: string | null
  url: string | null
  size?: 26 | 44 | 64 | 72 | 92
}) {
  const theme = useChosenTheme()
  const settings = useRootData()?.settings
  if (id === null) {
    return (
      <Avatar size={size}>
        <UserRound className="text-ink-3" style={{ padding: '20%' }} />
      </Avatar>
    )
  }
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
 * Returns true if a member's picture may be shown: it is on this site, its services or an origin that the operator
 * allows. The content security policy blocks all other origins, so that identity providers do not learn who views whom.
 */
export function mayShowPicture(url: string, { siteUrl, supabaseUrl, pictureOrigins = [] }: Origins): boolean {
  const origin = findUrl(url, siteUrl)?.origin
  return [siteUrl, supabaseUrl, ...pictureOrigins].some((allowed) => findUrl(allowed)?.origin === origin)
}
