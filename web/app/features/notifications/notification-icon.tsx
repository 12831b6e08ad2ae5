import AtSign from 'lucide-react/icons/at-sign'
import BookOpen from 'lucide-react/icons/book-open'
import Camera from 'lucide-react/icons/camera'
import CircleCheck from 'lucide-react/icons/circle-check'
import CircleQuestionMark from 'lucide-react/icons/circle-question-mark'
import CircleX from 'lucide-react/icons/circle-x'
import Download from 'lucide-react/icons/download'
import Flag from 'lucide-react/icons/flag'
import List from 'lucide-react/icons/list'
import MapPin from 'lucide-react/icons/map-pin'
import MessageSquare from 'lucide-react/icons/message-square'
import Pencil from 'lucide-react/icons/pencil'
import Star from 'lucide-react/icons/star'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import UserPlus from 'lucide-react/icons/user-plus'
import Users from 'lucide-react/icons/users'
import type { ComponentType } from 'react'

const ICONS: Record<string, ComponentType<{ size?: number }>> = {
  reply: MessageSquare,
  comment: MessageSquare,
  mention: AtSign,
  review: Star,
  photo: Camera,
  follow: UserPlus,
  suggestion: Pencil,
  'suggestion-accepted': Pencil,
  'suggestion-declined': Pencil,
  approved: CircleCheck,
  restored: CircleCheck,
  removed: CircleX,
  edited: Pencil,
  moved: MapPin,
  question: CircleQuestionMark,
  warning: TriangleAlert,
  'export-ready': Download,
  'report-handled': Flag,
  invitation: Users,
  'new-spot': MapPin,
  'new-story': BookOpen,
  'new-list': List,
  'list-item': List,
}

/** The icon of a kind of notification. */
export function NotificationIcon({ kind, size }: { kind: string; size: number }) {
  const Icon = ICONS[kind] ?? MapPin
  return <Icon size={size} />
}
