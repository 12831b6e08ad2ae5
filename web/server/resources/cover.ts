import * as v from 'valibot'
import { categoryIds } from '#app/features/categories/categories.ts'
import { coverResponse, findCoverFile, svgResponse } from '#app/features/covers/cover-response.ts'
import { storySubject } from '#app/features/covers/cover-subject.ts'
import { memberCover } from '#app/features/covers/member-cover.ts'
import { isSheetName, namedSheets } from '#app/features/covers/named-sheets.ts'
import { findData, type Supabase } from '#app/lib/supabase.ts'
import { missingResource } from './plain-response.ts'
import type { ResourceCall } from './resource-call.ts'

const MEMBER = /^member-([0-9a-f-]{36})$/
const STORY = /^story-([0-9a-z-]{1,36})$/
const SHEET = /^sheet-([a-z]+)$/

const Subject = v.object({
  category: v.picklist(categoryIds),
  lng: v.number(),
  lat: v.number(),
  title: v.string(),
  visibility: v.string(),
  status: v.string(),
})

/** Serves the generated cover of a spot, member, story or named sheet: `/cover/{id}/{format}/{theme}.svg`. */
export async function serveCover({ parameters, supabase }: ResourceCall): Promise<Response> {
  const { id = '', format = '', file = '' } = parameters
  const wanted = findCoverFile(format, file)
  if (!wanted) return missingResource('There is no such cover.')
  const member = MEMBER.exec(id)?.[1]
  if (member) return svgResponse(memberCover(member, wanted.theme))
  const story = STORY.exec(id)?.[1]
  if (story) return coverResponse(storySubject(story), wanted)
  const sheet = SHEET.exec(id)?.[1]
  if (sheet)
    return isSheetName(sheet) ? coverResponse(namedSheets[sheet], wanted) : missingResource('There is no such cover.')
  const subject = await findSubject(supabase(), id)
  if (!subject) return missingResource('There is no such cover.')
  const response = coverResponse(subject, wanted)
  const isOpen = subject.visibility === 'public' && (subject.status === 'published' || subject.status === 'closed')
  // Cacheable by the viewer's browser, but not by shared caches.
  if (!isOpen) response.headers.set('cache-control', 'private, max-age=3600')
  return response
}

async function findSubject(supabase: Supabase, id: string): Promise<v.InferOutput<typeof Subject> | undefined> {
  const columns = 'category, lng, lat, title, visibility, status'
  const row = findData(await supabase.from('spots').select(columns).eq('id', id).maybeSingle())
  return row ? v.parse(Subject, row) : undefined
}
