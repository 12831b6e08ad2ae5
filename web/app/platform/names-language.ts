import { findCookie, writeCookie } from '#app/lib/cookies.ts'
import { getAppConfig } from './config/app-config.ts'

const NAMES_COOKIE = 'hereabouts-names'
const MAX_AGE_SECONDS = 365 * 24 * 60 * 60
const LANGUAGE = /^[a-z]{2,3}$/

/**
 * Returns the language for names of places that a request prefers: the visitor's choice, or else the browser's first
 * language without its region. Undefined if the headers name none.
 */
export function findNamesLanguage(headers: Headers): string | undefined {
  return (
    findChosenLanguage(headers.get('cookie') ?? '') ??
    /^\s*([a-z]{2,3})(?:[-;,\s]|$)/i.exec(headers.get('accept-language') ?? '')?.[1]?.toLowerCase()
  )
}

/** Returns the language for names of places in the browser. */
export function getNamesLanguage(): string {
  return findChosenLanguage(document.cookie) ?? (navigator.language || 'en').split('-')[0] ?? 'en'
}

/** Returns the language that a Cookie header or `document.cookie` chooses; undefined for the browser's. */
export function findChosenLanguage(cookies: string): string | undefined {
  const value = findCookie(cookies, NAMES_COOKIE)
  return value !== undefined && LANGUAGE.test(value) ? value : undefined
}

/** Stores the choice for a year; an empty text removes it. Browser only. */
export function chooseNamesLanguage(language: string): void {
  const place = { path: getAppConfig().baseUrl, maxAgeSeconds: language === '' ? 0 : MAX_AGE_SECONDS }
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser yet
  document.cookie = writeCookie(NAMES_COOKIE, language, place)
}
