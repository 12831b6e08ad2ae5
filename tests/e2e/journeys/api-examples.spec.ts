import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { createAccount, createMemberClient } from '../accounts.ts'
import { expect } from '../expect.ts'
import { serverTest as test } from '../fixtures.ts'

const run = promisify(execFile)

/** The command that runs each example of the page. The example for supabase-js prints nothing, so a line is added. */
const PROGRAMS: Record<string, (code: string) => [program: string, ...args: string[]]> = {
  curl: (code) => ['sh', '-c', code.replace('curl ', 'curl --silent --show-error ')],
  'supabase-js': (code) => [
    process.execPath,
    '--input-type=module',
    '--eval',
    `${code}\nconsole.log(JSON.stringify(error ?? data))`,
  ],
  Python: (code) => ['python3', '-c', code],
}

test('the examples of the page on the API run as shown, with a token that only reads', async ({ site }) => {
  const account = await createAccount(site.url)
  const client = await createMemberClient(site.url, account)
  const { data } = await client
    .rpc('create_personal_token', { name: 'Examples', scope: 'read', days: 1 })
    .throwOnError()
  const { token } = data as { token: string }
  const page = await (await fetch(`${site.url}/about`)).text()
  const examples = [...page.matchAll(/<figcaption>([\w-]+).*?<code>(.*?)<\/code>/gs)].map(
    ([, title = '', code = '']) => ({
      title,
      code: decode(code).replace('hab_…', token).replaceAll('mill', 'bridge'),
    }),
  )
  expect(examples.map(({ title }) => title)).toEqual(Object.keys(PROGRAMS))
  for (const { title, code } of examples) {
    const [program = '', ...args] = PROGRAMS[title]?.(code) ?? []
    expect(code).toContain(token)
    const { stdout } = await run(program, args)
    expect([title, stdout]).toEqual([title, expect.stringContaining('Charles Bridge')])
  }
  const mark = await fetch(`${site.url}/rest/v1/spots`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ title: 'Forbidden', category: 'castle', lng: 1, lat: 1, author_id: account.id }),
  })
  expect(mark.status).toBe(403)
})

function decode(html: string): string {
  return html
    .replaceAll('&quot;', '"')
    .replaceAll('&#x27;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
