import { createUuid } from '#app/lib/create-uuid.ts'
import { findSpotInAddress } from '../spot-address.ts'
import { joinFlatLists } from './flat-lists.ts'
import { unwrapRedirect } from './unwrap-redirect.ts'

/** A picture inside pasted HTML. */
export interface PastedPicture {
  key: string
  file: File
}

/** HTML for the editor. `lostPictures` counts pictures that a page cannot read, such as files of another program. */
interface PastedHtml {
  html: string
  pictures: PastedPicture[]
  lostPictures: number
}

const TEXT_BLOCKS = 'p, h1, h2, h3, h4, h5, h6, ul, ol, blockquote, table, pre'
const BLOCKS = `${TEXT_BLOCKS}, div, section, article, li`
/** Classes of Word's paragraph styles, and the elements that they stand for. */
const WORD_STYLES = [
  [/^MsoTitle/, 'h1'],
  [/^MsoSubtitle/, 'h2'],
  [/^Mso(?:Intense)?Quote/, 'blockquote'],
] as const
const DATA_PICTURE = /^data:image\/(png|jpe?g|gif|webp|avif|heic);base64,([a-z0-9+/=\s]+)$/i
/** Smaller pictures are icons, bullets and tracking pixels. */
const SMALLEST_PICTURE_PX = 32

/**
 * Prepares HTML from the clipboard for the editor: removes the wrappers of Google Docs and Word, rebuilds Word's
 * lists, and extracts pictures. The editor itself drops scripts and other elements that its schema does not contain.
 */
export function cleanPastedHtml(html: string, origin: string): PastedHtml {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const useless of body.querySelectorAll('script, style, template, iframe, object, svg, o\\:p:empty, meta, link'))
    useless.remove()
  removeComments(body)
  for (const paragraph of body.querySelectorAll('p')) renameByStyle(paragraph)
  joinFlatLists(body)
  for (const table of body.querySelectorAll('table')) unwrapSingleCell(table)
  for (const anchor of body.querySelectorAll('a[href]'))
    anchor.setAttribute('href', unwrapRedirect(anchor.getAttribute('href') ?? ''))
  for (const paragraph of body.querySelectorAll('p')) replaceLoneSpot(paragraph, origin)
  const pictures = extractPictures(body)
  removeEmptyLines(body)
  return { html: body.innerHTML, ...pictures }
}

function removeComments(body: HTMLElement): void {
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_COMMENT)
  const comments: Node[] = []
  while (walker.nextNode()) comments.push(walker.currentNode)
  for (const comment of comments) comment.parentNode?.removeChild(comment)
}

function renameByStyle(paragraph: HTMLElement): void {
  const isHeading = paragraph.role === 'heading' && /^[1-6]$/.test(paragraph.ariaLevel ?? '')
  const [, style] = WORD_STYLES.find(([pattern]) => pattern.test(paragraph.className)) ?? []
  const name = isHeading ? `h${paragraph.ariaLevel}` : style
  if (!name) return
  const renamed = paragraph.ownerDocument.createElement(name)
  renamed.append(...paragraph.childNodes)
  paragraph.replaceWith(renamed)
}

/** Emails and text boxes wrap their text in a table with one cell. */
function unwrapSingleCell(table: HTMLTableElement): void {
  const [cell, ...others] = table.querySelectorAll('td, th')
  if (cell && others.length === 0) table.replaceWith(...cell.childNodes)
}

/** Turns a paragraph that contains only a link to a spot of this site into the spot's card. */
function replaceLoneSpot(paragraph: HTMLElement, origin: string): void {
  const [link, ...others] = paragraph.querySelectorAll('a[href]')
  if (!link || others.length > 0 || link.textContent?.trim() !== paragraph.textContent?.trim()) return
  const id = findSpotInAddress(link.getAttribute('href') ?? '', origin)
  if (id === undefined || paragraph.closest('li, blockquote, table')) return
  const card = paragraph.ownerDocument.createElement('div')
  card.dataset.storySpot = ''
  card.id = id
  paragraph.replaceWith(card)
}

/** Puts a photo after the block around each picture, because photos can only be between blocks. */
function extractPictures(body: HTMLElement): Omit<PastedHtml, 'html'> {
  const pictures: PastedPicture[] = []
  const last = new Map<Element, Element>()
  let lostPictures = 0
  for (const image of body.querySelectorAll('img')) {
    if (!isIcon(image)) {
      const file = readPicture(image.getAttribute('src') ?? '')
      if (file) {
        const key = createUuid()
        const photo = body.ownerDocument.createElement('div')
        photo.dataset.storyPhoto = ''
        photo.id = key
        photo.setAttribute('alt', image.alt)
        const block = findOuterBlock(image)
        const before = last.get(block) ?? block
        before.after(photo)
        last.set(block, photo)
        pictures.push({ key, file })
      } else lostPictures += 1
    }
    image.remove()
  }
  return { pictures, lostPictures }
}

function isIcon(image: HTMLImageElement): boolean {
  if (image.matches('[aria-roledescription="checkbox"]')) return true
  return ['width', 'height'].some((side) => {
    const size = Number.parseFloat(image.getAttribute(side) ?? '')
    return size > 0 && size < SMALLEST_PICTURE_PX
  })
}

/** Decoded here, because the content security policy does not allow fetching data URLs. */
function readPicture(source: string): File | undefined {
  const [, type, data] = DATA_PICTURE.exec(source) ?? []
  if (!type || !data) return undefined
  try {
    const bytes = Uint8Array.from(atob(data.replaceAll(/\s/g, '')), (letter) => letter.charCodeAt(0))
    return new File([bytes], `pasted.${type.toLowerCase()}`, { type: `image/${type.toLowerCase()}` })
  } catch {
    return undefined
  }
}

function findOuterBlock(image: Element): Element {
  let outer = image
  for (let block = image.closest(TEXT_BLOCKS); block; block = block.parentElement?.closest(TEXT_BLOCKS) ?? null)
    outer = block
  return outer
}

/** Blank lines between blocks only add space, which the story has anyway. */
function removeEmptyLines(body: HTMLElement): void {
  for (const paragraph of body.querySelectorAll('p')) {
    const isEmpty = paragraph.textContent?.trim() === '' && !paragraph.querySelector('[data-story-photo]')
    if (isEmpty && !paragraph.closest('li, td, th')) paragraph.remove()
  }
  for (const line of body.querySelectorAll('br')) {
    const beside = [line.previousElementSibling, line.nextElementSibling]
    if (beside.some((one) => one?.matches(BLOCKS)) && !line.closest('p, li')) line.remove()
  }
}
