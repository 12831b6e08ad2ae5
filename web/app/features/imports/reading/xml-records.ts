import { SaxesParser } from 'saxes'
import { UnreadableFileError } from './read-place.ts'

/** An element inside a record, without namespaces. */
export interface XmlElement {
  name: string
  attributes: Map<string, string>
  text: string
  children: XmlElement[]
}

/** Callbacks and names for {@link readXmlRecords}. */
export interface XmlRecordRules {
  /** The root element, which the file must contain. */
  root: string
  /** Elements that are passed to `onRecord` as a tree. */
  records: ReadonlySet<string>
  /** Elements that are only counted. Their content is skipped. */
  others: ReadonlySet<string>
  /** Elements whose `name` child is the folder name of the records inside them. */
  folders: ReadonlySet<string>
  onRecord: (record: XmlElement, folder: string) => void
  onOther: (name: string) => void
}

const CHUNK = 65_536
const MAX_TEXT = 40_000
/** More children than any real record has, so that one record cannot take all memory. */
const MAX_CHILDREN = 2000
const MAX_DEPTH = 60

/**
 * Streams the records of an XML text. Lenient about damage, because exports of many programs are not well-formed.
 * Entities of a document type are never expanded and files with them are rejected. Deep nesting cannot overflow the
 * stack. Returns false if the text is damaged somewhere.
 */
export function readXmlRecords(text: string, rules: XmlRecordRules): boolean {
  if (/<!ENTITY/i.test(text.slice(0, 100_000))) {
    throw new UnreadableFileError(
      'It defines custom XML entities, which are not allowed. Export it again without them.',
    )
  }
  const state = new RecordState(rules)
  const parser = new SaxesParser({ xmlns: false, position: false })
  let isWhole = true
  parser.on('error', () => {
    isWhole = false
  })
  parser.on('opentag', ({ name, attributes }) => state.open(toLocalName(name), attributes))
  parser.on('closetag', () => state.close())
  parser.on('text', (part) => state.write(part))
  parser.on('cdata', (part) => state.write(part))
  for (let index = 0; index < text.length; index += CHUNK) parser.write(text.slice(index, index + CHUNK))
  parser.close()
  if (!state.hasRoot) throw new UnreadableFileError(`It is not a ${rules.root.toUpperCase()} file.`)
  return isWhole
}

function toLocalName(name: string): string {
  return name.slice(name.indexOf(':') + 1)
}

class RecordState {
  hasRoot = false
  private readonly rules: XmlRecordRules
  /** The elements open inside the current record, the record first. */
  private readonly openElements: XmlElement[] = []
  private depth = 0
  /** The depth of an element whose content is skipped. */
  private skipFrom: number | undefined
  private readonly folders: { depth: number; name: string }[] = []
  /** The depth of the `name` of a folder while it is open. */
  private namedAt: number | undefined

  constructor(rules: XmlRecordRules) {
    this.rules = rules
  }

  open(name: string, attributes: Record<string, string>): void {
    this.depth += 1
    if (name === this.rules.root) this.hasRoot = true
    if (this.skipFrom !== undefined) return
    const parent = this.openElements.at(-1)
    if (parent) this.openInside(parent, name, attributes)
    else if (this.rules.records.has(name)) this.openElements.push(createElement(name, attributes))
    else if (this.rules.others.has(name)) {
      this.rules.onOther(name)
      this.skipFrom = this.depth
    } else if (this.rules.folders.has(name)) this.folders.push({ depth: this.depth, name: '' })
    else if (name === 'name' && this.folders.at(-1)?.depth === this.depth - 1) this.namedAt = this.depth
  }

  private openInside(parent: XmlElement, name: string, attributes: Record<string, string>): void {
    const element = createElement(name, attributes)
    if (this.openElements.length >= MAX_DEPTH || parent.children.length >= MAX_CHILDREN) this.skipFrom = this.depth
    else {
      parent.children.push(element)
      this.openElements.push(element)
    }
  }

  write(part: string): void {
    if (this.skipFrom !== undefined) return
    const element = this.openElements.at(-1)
    const folder = this.folders.at(-1)
    if (element) {
      // Tags inside a description are lost. Its words are not.
      if (element.text.length < MAX_TEXT) element.text += part
    } else if (this.namedAt !== undefined && folder && folder.name.length < 1000) folder.name += part
  }

  close(): void {
    const depth = this.depth
    this.depth -= 1
    if (this.skipFrom !== undefined) {
      if (this.skipFrom === depth) this.skipFrom = undefined
      return
    }
    const element = this.openElements.pop()
    if (element && this.openElements.length === 0) this.rules.onRecord(element, this.folders.at(-1)?.name.trim() ?? '')
    if (this.namedAt === depth) this.namedAt = undefined
    if (this.folders.at(-1)?.depth === depth) this.folders.pop()
  }
}

function createElement(name: string, attributes: Record<string, string>): XmlElement {
  const local = Object.entries(attributes).map(([key, value]): [string, string] => [toLocalName(key), value])
  return { name, attributes: new Map(local), text: '', children: [] }
}

/** Returns the whole text of the first descendant with one of the names, or an empty string. */
export function findText(element: XmlElement, ...names: string[]): string {
  for (const name of names) {
    const found = element.children.find((child) => child.name === name)
    const text = found && getText(found).trim()
    if (text) return text
  }
  return ''
}

/** Returns the text of an element and its descendants, in the order of the tree. */
export function getText(element: XmlElement): string {
  return [element.text, ...element.children.map(getText)].filter(Boolean).join(' ')
}

/** Lists all descendants with a name, at any depth. */
export function listDescendants(element: XmlElement, name: string): XmlElement[] {
  return element.children.flatMap((child) => [...(child.name === name ? [child] : []), ...listDescendants(child, name)])
}
