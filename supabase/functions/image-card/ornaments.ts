import { STRIP } from './card.ts'
import { toSvgUrl } from './site-picture.ts'

/** The colours of the day theme. */
export const INK = {
  paper: '#fbfbf8',
  shoal: '#e6eff1',
  ink: '#12232e',
  soft: '#43545e',
  over: '#b80f5a',
  white: '#ffffff',
}
const FRAME_PX = 10
const BAND_PX = 6

/** Draws the frame of the card: blocks of 100×105 px on a band of 10 px, and a line on either side. */
export function drawFrame(): string {
  const blocks = listBlocks(1200, 630, FRAME_PX, 12, 6)
  return toSvgUrl(
    1200,
    630,
    `<path d="M0 0h1200v630H0ZM10 10v610h1180V10Z" fill="${INK.paper}" fill-rule="evenodd"/>
    <path d="${blocks}" fill="${INK.ink}"/>
    <path d="M.5.5h1199v629H.5ZM10.5 10.5h1179v609H10.5Z" fill="none" stroke="${INK.ink}"/>`,
  )
}

/** Draws the frame of the map strip and the spot in its middle. */
export function drawStripFrame(): string {
  const { width, height } = STRIP
  const [w, h] = [width - 1, height - 1]
  return toSvgUrl(
    width,
    height,
    `<path d="M0 0h${width}v${height}H0ZM6 6v${height - 12}h${width - 12}V6Z" fill="${INK.white}" fill-rule="evenodd"/>
    <path d="${listBlocks(width, height, BAND_PX, 6, 3)}" fill="${INK.ink}"/>
    <path d="M.5.5h${w}v${h}H.5ZM6 6h${width - 12}v${height - 12}H6Z" fill="none" stroke="${INK.ink}"/>
    <circle cx="${width / 2}" cy="${height / 2}" r="15" fill="${INK.white}" stroke="${INK.over}" stroke-width="3.5"/>
    <circle cx="${width / 2}" cy="${height / 2}" r="6.5" fill="${INK.over}"/>`,
  )
}

/** Draws five steps, filled up to the rating. */
export function drawRating(rating: number): string {
  const step = (index: number) => {
    const filled = Math.min(1, Math.max(0, rating - index)) * 25
    return `<path d="M${index * 26} 0h${filled}v15h-${filled}Z" fill="${INK.ink}"/><path d="M${index * 26 + 0.5} .5h25v14h-25Z" fill="none" stroke="${INK.ink}" stroke-opacity=".6"/>`
  }
  return toSvgUrl(131, 15, [0, 1, 2, 3, 4].map(step).join(''))
}

const ICONS = {
  list: 'M3 5h.01M3 12h.01M3 19h.01M8 5h13M8 12h13M8 19h13',
  member: 'M19 21v-2a4 4 0 0 0-4-4H9a4 4 0 0 0-4 4v2M16 7a4 4 0 1 1-8 0 4 4 0 0 1 8 0Z',
  story: 'M12 7v13M12 7C10 5.2 7 4.5 3 4.5v13c4 0 7 .7 9 2.5 2-1.8 5-2.5 9-2.5v-13c-4 0-7 .7-9 2.5',
}

/** Draws the icon of a list, story or member. */
export function drawIcon(name: keyof typeof ICONS): string {
  return toSvgUrl(
    24,
    24,
    `<path d="${ICONS[name]}" fill="none" stroke="${INK.ink}" stroke-width="2" stroke-linecap="round"/>`,
  )
}

/** Draws the site's logo, as in its header. */
export function drawLogo(): string {
  const closed = 'M18.6 5.6c4.9-.6 8.6 2.7 8.9 7.5.3 5.2-3.3 8.7-8.6 9.2-4.9.5-8.9-2.2-9.5-6.9-.6-5 3.6-9.1 9.2-9.8Z'
  return toSvgUrl(
    32,
    32,
    `<path d="${closed}" fill="none" stroke="${INK.ink}" stroke-width="1.5"/>
    <circle cx="18.5" cy="14" r="4.1" fill="${INK.over}"/>
    <path d="M.35.35h31.3v31.3H.35ZM3 3v26h26V3Z" fill="none" stroke="${INK.ink}" stroke-width=".7"/>
    <path d="${listBlocks(32, 32, 3, 6, 6)}" fill="${INK.ink}"/>`,
  )
}

/** Returns the dark blocks of a frame as a path: the first of each row and every other, the second of each column. */
function listBlocks(width: number, height: number, band: number, columns: number, rows: number): string {
  const [w, h] = [width / columns, height / rows]
  const along = Array.from({ length: Math.ceil(columns / 2) }, (_, index) => index * 2 * w)
  const down = Array.from({ length: Math.floor(rows / 2) }, (_, index) => (index * 2 + 1) * h)
  return [
    ...along.flatMap((x) => [`M${x} 0h${w}v${band}h-${w}Z`, `M${x} ${height - band}h${w}v${band}h-${w}Z`]),
    ...down.flatMap((y) => [`M0 ${y}h${band}v${h}h-${band}Z`, `M${width - band} ${y}h${band}v${h}h-${band}Z`]),
  ].join('')
}
