import { DOMParser, type Document, type Element, onWarningStopParsing } from '@xmldom/xmldom'

/** SAML nests about 15 levels deep; the parser and the canonicalizer are recursive. */
const DEEPEST = 60
/**
 * Canonicalization takes quadratic time in the numbers of elements and attributes: 4,000 empty elements take a second,
 * 10,000 take five. An assertion of a member in 900 groups stays below both limits.
 */
const MAX_TAGS = 2_000
const MAX_EQUAL_SIGNS = 4_000

/**
 * Parses untrusted XML. Document types are rejected before parsing, so there are no entities to expand or fetch. Throws
 * a message when the text is not well-formed, too long (in characters) or too deep.
 */
export function readXml(text: string, maxLength: number): Element {
  if (text.length > maxLength) throw new Error(`the XML is longer than ${maxLength} characters`)
  if (/<!(?!--|\[CDATA\[)/.test(text)) throw new Error('the XML has a document type, which is not allowed')
  if (text.split('<').length > MAX_TAGS) throw new Error('the XML has too many elements')
  if (text.split('=').length > MAX_EQUAL_SIGNS) throw new Error('the XML has too many attributes')
  const root = parse(text.replace(/^\uFEFF/, '')).documentElement
  if (!root) throw new Error('the XML has no element')
  requireShallow(root)
  return root
}

function parse(text: string): Document {
  try {
    return new DOMParser({ onError: onWarningStopParsing }).parseFromString(text, 'text/xml')
  } catch (cause) {
    throw new Error('the text is not well-formed XML', { cause })
  }
}

function requireShallow(root: Element): void {
  let level: Element[] = [root]
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > DEEPEST) throw new Error('the XML is nested too deeply')
    level = level.flatMap((element) => listChildren(element))
  }
}

/** Returns the child elements in order, optionally only those with this namespace and name. */
export function listChildren(parent: Element, namespace?: string, name?: string): Element[] {
  const children: Element[] = []
  for (let child = parent.firstChild; child; child = child.nextSibling) {
    if (!isElement(child)) continue
    const isWanted = name === undefined || (child.namespaceURI === namespace && child.localName === name)
    if (isWanted) children.push(child)
  }
  return children
}

function isElement(node: { nodeType: number }): node is Element {
  return node.nodeType === 1
}

/** Parses a time, which is in UTC if it names no zone (SAML core §1.3.3). Returns undefined for anything else. */
export function parseTime(text: string): Date | undefined {
  const time = new Date(/T[\d:.]+$/.test(text) ? `${text}Z` : text)
  return Number.isNaN(time.getTime()) ? undefined : time
}

/** Returns the text of an element without comments: `a<!-- -->b` is `ab`, never `a`. */
export function readText(element: Element | undefined): string {
  return (element?.textContent ?? '').trim()
}
