import type satori from 'satori'
import { type Card, type MapMark, PICTURE, STRIP } from './card.ts'
import { findDrawable, listFamilies } from './fonts.ts'
import { drawFrame, drawIcon, drawLogo, drawRating, drawStripFrame, INK } from './ornaments.ts'

/** Data URLs of the pictures that were found. */
export interface Pictures {
  picture: string | undefined
  strip: string | undefined
  categoryIcon: string | undefined
}

/** An element in the form that satori accepts: a React element created without React. */
type Node = Parameters<typeof satori>[0]
type Style = Record<string, string | number>

/** Returns the elements of a card for satori: the picture on the left, the text on the right, the frame on top. */
export function renderCard(given: Card, siteName: string, { picture, strip, categoryIcon }: Pictures): Node {
  const card = replaceUndrawable(given)
  const whole = { position: 'absolute', left: 0, top: 0, width: 1200, height: 630 }
  return box({ ...whole, display: 'flex', background: INK.paper, color: INK.ink, fontFamily: listFamilies('text') }, [
    box(
      {
        position: 'absolute',
        left: 10,
        top: 10,
        ...PICTURE,
        display: 'flex',
        background: INK.shoal,
        overflow: 'hidden',
      },
      [
        picture && image(picture, PICTURE.width, PICTURE.height, { objectFit: 'cover' }),
        ...card.picture.marks.map(renderMark),
      ],
    ),
    box({ position: 'absolute', left: 709, top: 10, width: 1, height: 610, background: INK.ink }, []),
    renderText(card, siteName, { strip, categoryIcon }),
    image(drawFrame(), 1200, 630, whole),
  ])
}

/**
 * Replaces a title in a script that the typefaces lack with the place. Link previews show the title as text beside the
 * picture.
 */
function replaceUndrawable(card: Card): Card {
  const subtitle = findDrawable('text', card.subtitle) ?? ''
  // "Story by 山田" becomes "Story".
  const label = findDrawable('text', card.label) ?? card.label.split(' ')[0] ?? ''
  const title = findDrawable('title', card.title)
  if (title !== undefined) return { ...card, title, subtitle, label }
  const place = findDrawable('title', subtitle)
  return place === undefined
    ? { ...card, title: label, subtitle, label }
    : { ...card, title: place, subtitle: '', label }
}

function renderText(
  card: Card,
  siteName: string,
  { strip, categoryIcon }: Pick<Pictures, 'strip' | 'categoryIcon'>,
): Node {
  const icon = card.icon instanceof Object ? categoryIcon : drawIcon(card.icon)
  const column = { position: 'absolute', left: 748, top: 46, width: STRIP.width, height: 544, flexDirection: 'column' }
  return box({ ...column, display: 'flex' }, [
    box({ display: 'flex', alignItems: 'center', gap: 12, height: 34, fontSize: 25, color: INK.soft }, [
      icon && image(icon, 33, 33),
      line({}, card.label),
    ]),
    line({ ...styleTitle(card), marginTop: 12, lineClamp: 3 }, card.title),
    card.subtitle &&
      line(
        { fontSize: 26, lineHeight: 1.3, color: INK.soft, marginTop: 8, lineClamp: card.strip === null ? 2 : 1 },
        card.subtitle,
      ),
    card.rating !== null &&
      box({ display: 'flex', alignItems: 'center', gap: 14, marginTop: 12, fontSize: 27, fontWeight: 600 }, [
        image(drawRating(card.rating), 131, 15),
        line({}, card.rating.toFixed(1)),
      ]),
    strip && renderStrip(strip),
    renderFooter(siteName, card.code),
  ])
}

/** The font size in pixels by the minimum number of characters. */
const TITLE_SIZES = [
  [70, 44],
  [40, 52],
  [0, 62],
] as const

/** Returns the style of a title. Longer titles are smaller. Words that are longer than a line are broken. */
function styleTitle({ title, isItalic }: Card): Style {
  const { length } = [...title]
  const [, fontSize] = TITLE_SIZES.find(([least]) => length >= least) ?? TITLE_SIZES[2]
  return {
    fontFamily: listFamilies('title'),
    fontWeight: 500,
    fontStyle: isItalic ? 'italic' : 'normal',
    fontSize,
    lineHeight: 1.02,
    letterSpacing: '-0.01em',
    wordBreak: 'break-word',
  }
}

/** Renders the strip above the footer, regardless of the length of the title. */
function renderStrip(strip: string): Node {
  return box({ position: 'absolute', left: 0, top: 319, ...STRIP, display: 'flex', overflow: 'hidden' }, [
    image(strip, STRIP.width, STRIP.height),
    image(drawStripFrame(), STRIP.width, STRIP.height, { position: 'absolute', left: 0, top: 0 }),
  ])
}

/**
 * Renders the footer. A name in a script that the typefaces lack is left out, and the logo stays. Long names are set
 * smaller, then truncated.
 */
function renderFooter(siteName: string, code: string): Node {
  const name = findDrawable('title', siteName) ?? ''
  const row = { position: 'absolute', left: 0, top: 489, width: STRIP.width, height: 55, alignItems: 'flex-end' }
  return box({ ...row, display: 'flex', borderTop: `1px solid ${INK.ink}` }, [
    image(drawLogo(), 38, 38),
    line(
      {
        fontFamily: listFamilies('title'),
        fontWeight: 500,
        fontSize: name.length > 16 ? 21 : 28,
        marginLeft: 12,
        maxWidth: 230,
        lineClamp: 1,
      },
      name,
    ),
    line({ fontSize: 21, letterSpacing: '0.03em', marginLeft: 'auto', marginBottom: 6 }, code),
  ])
}

function renderMark({ x, y, number }: MapMark): Node {
  if (number === null) {
    const dot = { width: 22, height: 22, borderRadius: 11, border: `3px solid ${INK.white}`, background: INK.over }
    return box({ position: 'absolute', left: x - 11, top: y - 11, display: 'flex', ...dot }, [])
  }
  const circle = { width: 34, height: 34, borderRadius: 17, border: `2px solid ${INK.white}`, background: INK.over }
  const center = { alignItems: 'center', justifyContent: 'center', color: INK.white, fontSize: 15, fontWeight: 600 }
  return box({ position: 'absolute', left: x - 17, top: y - 17, display: 'flex', ...circle, ...center }, [
    line({}, String(number)),
  ])
}

const box = (style: Style, children: Node[]): Node => element('div', { style, children })
const line = (style: Style, text: string): Node =>
  element('div', { style: { display: 'block', ...style }, children: text })
const image = (src: string, width: number, height: number, style: Style = {}): Node =>
  element('img', { src, width, height, style })

function element(type: string, props: Record<string, unknown>): Node {
  return { type, props, key: null }
}
