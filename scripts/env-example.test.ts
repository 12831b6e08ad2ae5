import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'oxc-parser'
import { expect, test } from 'vitest'
import { listProviderVariables } from '../backend/src/auth/settings/provider-settings.ts'

const ROOT = join(import.meta.dirname, '..')
/** Every file that reads settings from the environment. */
const READERS = [
  'backend/src/config.ts',
  'backend/src/http/connections/slow-connections.ts',
  'backend/src/processes/process-count.ts',
  'backend/src/auth/settings.ts',
  ...readdirSync(join(ROOT, 'backend/src/auth/settings')).map((file) => `backend/src/auth/settings/${file}`),
  'backend/src/rest/settings.ts',
  'backend/src/storage/settings.ts',
  'backend/src/functions/settings.ts',
  'backend/src/realtime/settings.ts',
  'web/server/settings/web-config.ts',
  'web/server/settings/route-rules-config.ts',
  'web/server/pages/page-limits.ts',
  'web/server/start-site.ts',
]
const VARIABLE = /^(?:[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|PORT|HOST)$/

function listDocumented(): string[] {
  const text = readFileSync(join(ROOT, '.env.example'), 'utf8')
  return [...text.matchAll(/^# ([A-Z][A-Z0-9_]*)=/gm)].map(([, name]) => name ?? '')
}

/** Returns the names of variables in a file: keys of schemas, members such as `process.env.PORT`, and strings. */
function listVariables(file: string): string[] {
  const names: string[] = []
  const { program } = parseSync(file, readFileSync(join(ROOT, file), 'utf8'))
  new Visitor({
    Property: ({ key }) => void (key.type === 'Identifier' && names.push(key.name)),
    MemberExpression: ({ property }) => void (property.type === 'Identifier' && names.push(property.name)),
    Literal: ({ value }) => void (typeof value === 'string' && names.push(value)),
  }).visit(program)
  return names.filter((name) => VARIABLE.test(name))
}

function listRead(): Set<string> {
  const names = READERS.flatMap(listVariables)
  // Constants and alternative names of a documented setting are not separate settings.
  return new Set(
    names.filter((name) =>
      /^(PORT|HOST|SITE|API|CITIES|DATA|LOG|JWT|SUPABASE|GOTRUE|SMTP|STORAGE|REALTIME|FUNCTIONS|PGRST|MAP_STYLE|MAP_TILES|GEOCODER|ROUTE|TRUSTED|CDN|ASSETS|CONTENT|PAGE_VIEW|PAGES|HTTP|WEB_PROCESSES)/.test(
        name,
      ),
    ),
  )
}

/** Alternative names that other systems use for the same setting. */
const ALIASES =
  /^(GOTRUE_MAX_PASSKEYS_PER_USER|GOTRUE_SMTP_(HOST|PORT|USER|PASS|ADMIN_EMAIL|SENDER_NAME)|SMTP_PASSWORD|GOTRUE_SMS_TWILIO_VERIFY_(ACCOUNT_SID|AUTH_TOKEN|MESSAGE_SERVICE_SID))$/

test('.env.example documents every setting that is read, once', () => {
  const documented = listDocumented()
  expect(new Set(documented).size).toBe(documented.length)
  const missing = [...listRead()].filter((name) => !documented.includes(name) && !ALIASES.test(name))
  expect(missing).toEqual([])
})

test('.env.example documents nothing that is not read', () => {
  const read = new Set([...listRead(), ...listProviderVariables().map(({ name }) => name)])
  expect(listDocumented().filter((name) => !read.has(name) && name !== 'CHROMIUM')).toEqual([])
})
