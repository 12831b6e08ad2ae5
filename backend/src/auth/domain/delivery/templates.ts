import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

/** The templates of supabase/templates, in Go syntax, so that hosted projects render the same files. */
export type TemplateName = 'confirmation' | 'invite' | 'recovery' | 'magic_link' | 'email_change' | 'reauthentication'

/** The template variables (auth 6.3). Values are plain text and are escaped here. */
export interface TemplateVariables {
  SiteURL: string
  ConfirmationURL: string
  Email: string
  Token: string
  TokenHash: string
  RedirectTo: string
  NewEmail: string
  SendingTo: string
  Data: Record<string, unknown>
}

const FOLDER = join(import.meta.dirname, '../../../../../supabase/templates')
const VARIABLE = /\{\{\s*\.([A-Za-z0-9_.]+)\s*\}\}/g
const sources = new Map<string, string>()

/**
 * Renders both bodies of an email from one source: a built-in template or the path of a file. Throws when the file is
 * unreadable.
 */
export async function renderTemplate(
  source: TemplateName | (string & {}),
  variables: TemplateVariables,
): Promise<{ html: string; text: string }> {
  const html = fill(readTemplate(source), variables, escapeHtml)
  return { html, text: await toText(html) }
}

/** Renders a subject on one line, whatever the variables contain. */
export function fillSubject(source: string, variables: TemplateVariables): string {
  return fill(source, variables, (value) => value)
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
}

/** Throws a message for the operator when a configured template file is unreadable. */
export function requireTemplates(files: (string | undefined)[]): void {
  for (const file of files) {
    if (file !== undefined) readTemplate(file)
  }
}

function readTemplate(name: string): string {
  const source = sources.get(name) ?? readSource(name)
  sources.set(name, source)
  return source
}

function readSource(name: string): string {
  const path = /^[a-z_]+$/.test(name) ? join(FOLDER, `${name}.html`) : resolve(name)
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    throw new Error(`The email template ${path} cannot be read.`, { cause })
  }
}

function fill(source: string, variables: TemplateVariables, toSafe: (value: string) => string): string {
  return source.replace(VARIABLE, (_whole, path: string) => {
    const value = path.split('.').reduce<unknown>((object, key) => findOwn(object, key), variables)
    return typeof value === 'string' || typeof value === 'number' ? toSafe(String(value)) : ''
  })
}

function findOwn(object: unknown, key: string): unknown {
  if (typeof object !== 'object' || object === null || !Object.hasOwn(object, key)) return undefined
  return (object as Record<string, unknown>)[key]
}

function escapeHtml(text: string): string {
  const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&#34;', "'": '&#39;' }
  return text.replace(/[&<>"']/g, (character) => names[character] ?? character)
}

async function toText(html: string): Promise<string> {
  // Loaded with the first email, so that it does not slow down the start.
  const { convert } = await import('html-to-text')
  const text = convert(html, {
    wordwrap: false,
    selectors: [
      { selector: 'h1', options: { uppercase: false } },
      { selector: 'a', options: { hideLinkHrefIfSameAsText: true, linkBrackets: false } },
    ],
  })
  return `${text.trim()}\n`
}
