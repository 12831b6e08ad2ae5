import { afterAll, beforeAll, expect, test } from 'vitest'
import { createComment } from '../../web/app/features/comments/comment-commands.ts'
import { createReport } from '../../web/app/features/reports/report-command.ts'
import { describeDataError } from '../../web/app/lib/describe-data-error.ts'
import { findEmbed } from '../../web/server/resources/embed/find-embed.ts'
import { createTestApp, signUp, type TestApp } from './test-app.ts'

const [KEPT, MERGED] = ['keptmill2345', 'mergedmill23']

let app: TestApp
let member: Awaited<ReturnType<typeof signUp>>

beforeAll(async () => {
  app = await createTestApp()
  member = await signUp(app, 'member@example.org')
  for (const id of [KEPT, MERGED])
    await app.owner`
      insert into public.spots (id, title, category, lng, lat, status) values (${id}, ${id}, 'castle', 7.7, 45, 'published')`
  await app.owner`update public.spots set status = 'removed', removal_reason = 'Merged' where id = ${MERGED}`
  await app.owner`insert into public.spot_redirects (old_id, spot_id) values (${MERGED}, ${KEPT})`
})
afterAll(() => app[Symbol.asyncDispose]())

test('shows the kept spot where pages elsewhere embed the merged one', async () => {
  const search = new URLSearchParams()
  expect(await findEmbed(app.member(), 'spot', MERGED, search)).toMatchObject({ title: KEPT, path: `/spot/${KEPT}` })
  expect(await findEmbed(app.member(), 'spot', 'nowhere22222', search)).toBeNull()
})

test('says that a page is no longer shown to those who comment on it or report it', async () => {
  const comment = { body: 'A long comment', parent: '', review: '' }
  const commented = createComment(member.client, { target: { spot_id: MERGED }, authorId: member.id, comment })
  expect(describeDataError(await commented.catch((error: unknown) => error))).toBe(
    'This page is no longer shown, so it takes no comments.',
  )
  const report = { reason: 'wrong', body: 'A long report', kind: undefined, id: undefined } as const
  const reported = createReport(member.client, { page: { spot_id: MERGED }, reporterId: member.id, report })
  expect(describeDataError(await reported.catch((error: unknown) => error))).toBe(
    'What you want to report is no longer shown.',
  )
})
