import { Avatar } from '#app/ui/avatar.tsx'
import { useChosenTheme } from '#app/ui/chosen-theme.ts'

/** A member's picture, or the one drawn from his id when he has none. Decoration: the name stands beside it. */
export function MemberAvatar({ id, url, size }: { id: string; url: string | null; size?: 26 | 44 | 64 | 92 }) {
  const theme = useChosenTheme()
  if (url) return <Avatar src={url} size={size} />
  return (
    <Avatar size={size}>
      <picture>
        {theme === 'system' && (
          <source media="(prefers-color-scheme: dark)" srcSet={`/cover/member-${id}/thumb/night.svg`} />
        )}
        <img src={`/cover/member-${id}/thumb/${theme === 'night' ? 'night' : 'day'}.svg`} alt="" loading="lazy" />
      </picture>
    </Avatar>
  )
}
