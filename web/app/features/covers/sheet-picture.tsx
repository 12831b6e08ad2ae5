import { withBase } from '#app/platform/config/app-config.ts'
import { useChosenTheme } from '#app/ui/chosen-theme.ts'
import type { CoverFormat } from './formats.ts'
import type { SheetName } from './named-sheets.ts'

const PHONE = '(width < 47.5rem)'
const DARK = '(prefers-color-scheme: dark)'

/** The cover of a named sheet or of a story, in one format on phones and in another on wider screens. Decorative. */
export function SheetPicture({
  sheet,
  formats,
}: {
  sheet: `sheet-${SheetName}` | `story-${string}`
  formats: { wide: CoverFormat; phone: CoverFormat }
}) {
  const theme = useChosenTheme()
  const url = (format: CoverFormat, look: 'day' | 'night') => withBase(`/cover/${sheet}/${format}/${look}.svg`)
  const look = theme === 'night' ? 'night' : 'day'
  return (
    <picture className="cover">
      {theme === 'system' && <source media={`${PHONE} and ${DARK}`} srcSet={url(formats.phone, 'night')} />}
      {theme === 'system' && <source media={DARK} srcSet={url(formats.wide, 'night')} />}
      <source media={PHONE} srcSet={url(formats.phone, look)} />
      <img src={url(formats.wide, look)} alt="" loading="lazy" decoding="async" />
    </picture>
  )
}
