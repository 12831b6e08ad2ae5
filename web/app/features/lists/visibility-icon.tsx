import Globe from 'lucide-react/icons/globe'
import Link2 from 'lucide-react/icons/link-2'
import Lock from 'lucide-react/icons/lock'
import Users from 'lucide-react/icons/users'
import type { Visibility } from '#app/features/spots/spot-summary.ts'

/** The audience of a list, in words that follow "visible to". */
export const visibilityWords: Record<Visibility, string> = {
  public: 'everyone',
  members: 'members',
  link: 'anyone with the link',
  private: 'only you',
}

const icons = { public: Globe, members: Users, link: Link2, private: Lock }

/** An icon for the visibility of a list. `isShared` marks private lists with several members. */
export function VisibilityIcon({ visibility, isShared = false }: { visibility: Visibility; isShared?: boolean }) {
  const Icon = visibility === 'private' && isShared ? Users : icons[visibility]
  return <Icon size={16} aria-hidden="true" />
}
