import { errors } from '../errors.ts'
import type { AuthRequest } from './context.ts'

const PAGE_SIZE = 50
const LARGEST_PAGE = 1_000

export interface Page {
  page: number
  perPage: number
  limit: number
  offset: number
}

/** Parses `page` and `per_page` (auth 8). */
export function parsePage(request: AuthRequest): Page {
  const page = parseNumber(request.req.query('page'), 1)
  const perPage = Math.min(parseNumber(request.req.query('per_page'), PAGE_SIZE), LARGEST_PAGE)
  return { page, perPage, limit: perPage, offset: (page - 1) * perPage }
}

function parseNumber(text: string | undefined, fallback: number): number {
  if (text === undefined || text === '') return fallback
  if (!/^\d{1,9}$/.test(text)) throw errors.validation(`Bad Pagination Parameters: "${text}" is not a number`)
  return Math.max(Number(text), 1)
}

/** Sets X-Total-Count and Link. auth-js reads one digit after the first `=`, so `page` comes first. */
export function setPageHeaders(request: AuthRequest, path: string, { page, perPage }: Page, total: number): void {
  const last = Math.max(Math.ceil(total / perPage), 1)
  const link = (number: number, rel: string) => `<${path}?page=${number}&per_page=${perPage}>; rel="${rel}"`
  request.header('X-Total-Count', String(total))
  request.header('Link', [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', '))
}
