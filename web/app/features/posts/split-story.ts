/** A photo placed between two paragraphs. */
export interface StoryPhoto {
  photoId: string
  altText: string
  caption: string
}

/** A piece of a story: Markdown, or a spot or a photo placed between two paragraphs. */
export type StoryPiece =
  | { kind: 'text'; markdown: string }
  | { kind: 'spot'; spotId: string }
  | ({ kind: 'photo' } & StoryPhoto)

/** Matches a paragraph that is only the URL of a spot, bare or as a link, on any host. */
const LONE_SPOT = /^\s{0,3}(?:\[[^\]]*\]\()?<?(?:https?:\/\/[^/\s)]+)?\/spot\/([a-z0-9]+)\/?>?\)?\s*$/i
/** Matches a paragraph that is only a picture of this site: `![alt text](/photo/{id} "caption")`. */
const LONE_PHOTO =
  /^\s{0,3}!\[((?:[^\]\\]|\\.)*)\]\(\/photo\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:\s+"((?:[^"\\]|\\.)*)")?\s*\)\s*$/
/** Matches a line that opens or closes a code block, even in a list or a quote. */
const FENCE = /^[\s>]*(?:(?:[-+*]|\d{1,9}[.)])[\s>]+)*(`{3,}|~{3,})(.*)$/

/**
 * Splits a story at its spots and photos. Each is on its own line between empty lines: a spot only its URL, such as
 * `/spot/abc` or `[Title](/spot/abc)`, and a photo `![alt text](/photo/{id} "caption")`. In a code block both stay
 * text.
 */
export function splitStory(body: string): StoryPiece[] {
  const lines = body.split(/\r\n?|\n/)
  const pieces: StoryPiece[] = []
  let text: string[] = []
  let fence: string | undefined
  const endText = () => {
    const markdown = text.join('\n')
    if (markdown.trim()) pieces.push({ kind: 'text', markdown })
    text = []
  }
  lines.forEach((line, index) => {
    fence = findFence(line, fence)
    const stands = isBlank(lines[index - 1]) && isBlank(lines[index + 1])
    const placed = fence !== undefined || !stands ? undefined : findPlaced(line)
    if (!placed) text.push(line)
    else {
      endText()
      pieces.push(placed)
    }
  })
  endText()
  return pieces
}

/** Returns the fence of the code block that the line is in, or undefined. */
function findFence(line: string, open: string | undefined): string | undefined {
  const [, fence = '', rest = ''] = FENCE.exec(line) ?? []
  if (open === undefined) return fence === '' || (fence.startsWith('`') && rest.includes('`')) ? undefined : fence
  return fence.startsWith(open) && rest.trim() === '' ? undefined : open
}

function findPlaced(line: string): StoryPiece | undefined {
  const spotId = LONE_SPOT.exec(line)?.[1]
  if (spotId !== undefined) return { kind: 'spot', spotId }
  const photo = LONE_PHOTO.exec(line)
  if (!photo) return undefined
  const [, altText = '', photoId = '', caption = ''] = photo
  return { kind: 'photo', photoId, altText: withoutEscapes(altText), caption: withoutEscapes(caption) }
}

function withoutEscapes(text: string): string {
  return text.replaceAll(/\\(.)/g, '$1')
}

function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === ''
}
