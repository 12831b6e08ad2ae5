import { cover } from './cover.ts'
import type { CoverSubject } from './cover-subject.ts'
import { type CoverFormat, isCoverFormat } from './formats.ts'
import type { Theme } from './inks.ts'

export type CoverFile = { format: CoverFormat; theme: Theme }

/** Parses the last two parts of a cover's URL, such as "card" and "night.svg"; null if they are invalid. */
export function findCoverFile(format: string, file: string): CoverFile | null {
  const theme = /^(day|night)\.svg$/.exec(file)?.[1]
  if (!isCoverFormat(format) || (theme !== 'day' && theme !== 'night')) return null
  return { format, theme }
}

/** Responds with a spot's cover as an immutable file. */
export function coverResponse(subject: CoverSubject, { format, theme }: CoverFile): Response {
  return svgResponse(cover({ ...subject, format, theme }))
}

/** Responds with a drawing as an immutable file. The content security policy lets nothing in it load or run. */
export function svgResponse(drawing: string): Response {
  return new Response(drawing, {
    headers: {
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'",
      'x-content-type-options': 'nosniff',
    },
  })
}
