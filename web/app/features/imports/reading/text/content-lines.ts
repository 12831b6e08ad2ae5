/** One property of a vCard or iCalendar object. */
export interface ContentLine {
  /** In capitals, without the group. */
  name: string
  parameters: Map<string, string>
  value: string
}

const LINE = /^(?:[\w-]+\.)?([A-Za-z][\w-]*)((?:;(?:[^":;]|"[^"]*")*)*):(.*)$/
const PARAMETER = /;([\w-]+)(?:=(?:"([^"]*)"|([^;"]*)))?/g

/** Lists the properties of each `BEGIN:{kind}` … `END:{kind}` of a text in the line format of RFC 6350 and RFC 5545. */
export function listComponents(text: string, kind: 'VCARD' | 'VEVENT'): ContentLine[][] {
  const components: ContentLine[][] = []
  let open: ContentLine[] | undefined
  for (const line of unfold(text)) {
    const [, name = '', parameters = '', value = ''] = LINE.exec(line) ?? []
    const upper = name.toUpperCase()
    if (upper === 'BEGIN' && value.trim().toUpperCase() === kind) {
      open = []
      components.push(open)
    } else if (upper === 'END' && value.trim().toUpperCase() === kind) open = undefined
    else if (open && upper) open.push(createLine(upper, parameters, value))
  }
  return components
}

/** Joins lines that continue with a space, and quoted-printable lines that end with an equals sign. */
function unfold(text: string): string[] {
  const lines: string[] = []
  let isOpen = false
  for (const line of text
    .replace(/\r\n?/g, '\n')
    .replace(/\n[ \t]/g, '')
    .split('\n')) {
    const whole: string = isOpen ? `${lines.pop() ?? ''}${line}` : line
    isOpen = whole.endsWith('=') && /^[^:]*QUOTED-PRINTABLE/i.test(whole)
    lines.push(isOpen ? whole.slice(0, -1) : whole)
  }
  return lines
}

function createLine(name: string, written: string, value: string): ContentLine {
  const parameters = new Map<string, string>()
  for (const [, key = '', quoted, plain] of written.matchAll(PARAMETER))
    parameters.set(key.toUpperCase(), quoted ?? plain ?? '')
  const isQuoted = parameters.has('QUOTED-PRINTABLE') || /^quoted-printable$/i.test(parameters.get('ENCODING') ?? '')
  return { name, parameters, value: isQuoted ? decodeQuoted(value) : value }
}

function decodeQuoted(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('%', '%25').replace(/=([\dA-F]{2})/gi, '%$1'))
  } catch {
    // It is written in another encoding than UTF-8.
    return text.replace(/=([\dA-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  }
}

/** Replaces the escapes of a value: `\n`, `\,`, `\;` and `\\`. */
export function unescapeValue(value: string): string {
  return value.replace(/\\(.)/g, (_, letter: string) => (/n/i.test(letter) ? '\n' : letter))
}

/** Splits a value at semicolons, or at another separator, that are not escaped. */
export function splitValue(value: string, separator: ';' | ',' = ';'): string[] {
  const parts = value.match(separator === ';' ? /(?:\\.|[^;\\])+|(?<=^|;)(?=;|$)/g : /(?:\\.|[^,\\])+/g) ?? []
  return parts.map((part) => unescapeValue(part).trim())
}
