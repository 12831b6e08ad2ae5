// Writes docs/accounts.md from the tables that the accounts service reads:
// node scripts/generate-account-docs.ts [--check]
import { join } from 'node:path'
import { listProviderGuide } from '../backend/src/auth/domain/providers/provider-guide.ts'
import { PROVIDER_NAMES } from '../backend/src/auth/settings/provider-names.ts'
import { listProviderVariables, toVariable } from '../backend/src/auth/settings/provider-settings.ts'
import type { Setting } from '../backend/src/auth/settings/setting.ts'
import { listSettingGroups } from './account-settings/list-setting-groups.ts'
import { writeGenerated } from './generated-file.ts'

const HEADER = `# Accounts

For operators. \`npm run docs:accounts\` generates this page from the tables that the service reads. Put settings into \`.env\` or the
environment and restart. An invalid setting prevents the start, with a message that names it. [The README](../backend/src/auth/README.md)
explains how the service works, [the contract](contracts/auth.md) its protocol, and [api.md](api.md) the other services.

Durations are written as \`60s\`, \`1h30m\` or a number of seconds. Lists are separated by commas.

## Set up in five minutes

1. Set \`SITE_URL\` to the public address of the site. Links in emails lead there.
2. Set up a mail server (\`SMTP_HOST\` and the other settings below). Without one, accounts are confirmed automatically and emails stay in the
   outbox: the log at start-up contains a link that opens it once, and \`npm run admin -- outbox\` prints another.
3. Open the link that the server prints at the start and sign up: your account becomes the administrator. For an existing
   account, run \`npm run admin -- grant you@example.org admin\`. \`npm run admin -- help\` explains how to list and ban
   users and how to create sign-in links.
4. Behind a proxy, set \`TRUSTED_PROXIES\`. Otherwise all clients share one rate limit.
5. Against bots, set \`GOTRUE_SECURITY_CAPTCHA_ENABLED=true\`. Browsers then solve a proof of work, without any third party.

Every variable except \`GOTRUE_API_EXTERNAL_URL\` also works without the prefix \`GOTRUE_\`. If both are set, the one with the prefix is used.

Users delete their own accounts in the settings. The server carries out the deletion a week later ([why](decisions/026-deleting-an-account.md)).
`

function describeSettings(): string {
  return listSettingGroups()
    .map(({ title, about, settings }) =>
      [
        `## ${title}\n`,
        ...(about ? [`${about}\n`] : []),
        '| variable | default | description |\n| --- | --- | --- |',
        ...settings.map(describeSetting),
      ].join('\n'),
    )
    .join('\n\n')
}

function describeSetting({ names, fallback, about }: Setting): string {
  const [name, ...others] = names
  const also = others.length > 0 ? ` (also ${others.map((other) => `\`${other}\``).join(', ')})` : ''
  const value = fallback === undefined || fallback === '' ? '' : `\`${escapeCell(fallback)}\``
  return `| \`${name}\`${also} | ${value} | ${escapeCell(about)} |`
}

function describeProviders(): string {
  const [first = ''] = PROVIDER_NAMES
  const variables = listProviderVariables()
    .filter(({ provider }) => provider === first)
    .map(
      ({ name, about }) =>
        `| \`${name.replace(toVariable(first, 'ENABLED').replace('ENABLED', ''), 'GOTRUE_EXTERNAL_<PROVIDER>_')}\` | ${escapeCell(about)} |`,
    )
  const guide = listProviderGuide()
  const rows = guide.map(
    ({ title, name, kind, console, register, notes }) =>
      `| ${[title, `\`${name}\``, kind, console, `${register} ${notes}`.trim()].map(escapeCell).join(' | ')} |`,
  )
  return `## Sign-in providers

Register an application at the provider with the redirect URL \`${guide[0]?.redirectUrl}\`. Then set these variables, with the
name of the provider in capitals. Other providers can be added at runtime with a secret key: \`supabase.auth.admin.customProviders\`.

| variable | description |
| --- | --- |
${variables.join('\n')}

| provider | name | protocol | console | what to register |
| --- | --- | --- | --- | --- |
${rows.join('\n')}
`
}

function escapeCell(text: string): string {
  return text.replaceAll('|', '\\|')
}

const text = [HEADER, describeSettings(), '', describeProviders()].join('\n')
writeGenerated(join(import.meta.dirname, '../docs/accounts.md'), text, 'npm run docs:accounts')
