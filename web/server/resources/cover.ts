import * as v from 'valibot'
import { categoryIds } from '#app/features/categories/categories.ts'
import { cover, plainCover } from '#app/features/covers/cover.ts'
import { isCoverFormat } from '#app/features/covers/formats.ts'
import { isSheetName, namedSheets } from '#app/features/covers/named-sheets.ts'
import type { CoverSubject } from '#app/features/covers/sheet.ts'
import { findData, type Supabase } from '#app/lib/supabase.ts'
import type { ResourceCall } from './resource-call.ts'

const MEMBER = /^member-([0-9a-f-]{36})$/
const SHEET = /^sheet-([a-z]+)$/
const IMMUTABLE = 'public, max-age=31536000, immutable'
/** The title or place may change, and not everybody may see every spot. Its own address carries a version. */
const OWN = 'private, max-age=86400'

const Subject = v.object({ category: v.picklist(categoryIds), lng: v.number(), lat: v.number(), title: v.string() })

/** The drawn cover of a spot, a member or a named sheet: `/cover/{id}/{format}/{theme}.svg`. */
export async function answerCover({ parameters, supabase }: ResourceCall): Promise<Response> {
  const { id = '', format = '', theme } = parameters
  if (!isCoverFormat(format) || (theme !== 'day' && theme !== 'night')) return notFound()
  const member = MEMBER.exec(id)?.[1]
  if (member) return svg(plainCover(memberSubject(member), theme), IMMUTABLE)
  const sheet = SHEET.exec(id)?.[1]
  if (sheet) return isSheetName(sheet) ? svg(cover({ ...namedSheets[sheet], format, theme }), IMMUTABLE) : notFound()
  const subject = await findSubject(supabase(), id)
  return subject ? svg(cover({ ...subject, format, theme }), OWN) : notFound()
}

/** A kind and a place that stand for nothing but the member's id, so that two members look different. */
function memberSubject(id: string): CoverSubject {
  const number = Number.parseInt(id.replaceAll('-', '').slice(0, 8), 16)
  const category = categoryIds[number % categoryIds.length] ?? 'summit'
  return { category, lng: (number % 3600) / 10 - 180, lat: (number % 1600) / 10 - 80, title: id }
}

async function findSubject(supabase: Supabase, id: string): Promise<CoverSubject | undefined> {
  const reply = await supabase.from('spots').select('category, lng, lat, title').eq('id', id).maybeSingle()
  const row = findData(reply)
  return row ? v.parse(Subject, row) : undefined
}

function svg(text: string, cacheControl: string): Response {
  return new Response(text, {
    headers: {
      'cache-control': cacheControl,
      'content-security-policy': "default-src 'none'; sandbox",
      'content-type': 'image/svg+xml',
    },
  })
}

function notFound(): Response {
  return new Response('There is no such cover.\n', {
    status: 404,
    headers: { 'cache-control': 'no-store', 'content-type': 'text/plain; charset=utf-8' },
  })
}
