// Writes the settings of the accounts service in .env.example: node scripts/generate-env-example.ts [--check]
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { PROVIDER_NAMES } from '../backend/src/auth/settings/provider-names.ts'
import { listProviderVariables } from '../backend/src/auth/settings/provider-settings.ts'
import { listSettingGroups } from './account-settings/list-setting-groups.ts'
import { writeGenerated } from './generated-file.ts'

const FILE = join(import.meta.dirname, '../.env.example')
/** The generated part: from the heading of the accounts service to that of the tools. */
const BLOCK = /## Accounts service -[\s\S]*(?=## Tests and tools -)/
const LINE_WIDTH = 120
/** The provider that stands for all others, because all have the same settings. */
const EXAMPLE_PROVIDER = 'github'

function describeGroups(): string[] {
  return listSettingGroups().map(({ title, settings }) =>
    [
      renderHeading(`Accounts: ${title}`),
      ...settings.flatMap(({ names, fallback, about }) => renderSetting(names[0] ?? '', fallback, about)),
    ].join('\n'),
  )
}

function describeProviders(): string {
  const others = PROVIDER_NAMES.filter((name) => name !== EXAMPLE_PROVIDER)
  return [
    renderHeading('Accounts: Sign-in providers'),
    ...wrapComment(
      `The settings of GitHub as an example. The other providers have the same: ${others.join(', ')}. docs/accounts.md explains what to register.`,
    ),
    ...listProviderVariables()
      .filter(({ provider }) => provider === EXAMPLE_PROVIDER)
      .flatMap(({ name, fallback, about }) => renderSetting(name, fallback, about)),
  ].join('\n')
}

function renderSetting(name: string, fallback: string | undefined, about: string): string[] {
  return [...wrapComment(about.replaceAll('`', '')), `# ${name}=${fallback ?? ''}`]
}

function renderHeading(title: string): string {
  return `## ${title} `.padEnd(LINE_WIDTH, '-')
}

function wrapComment(text: string): string[] {
  const lines: string[] = []
  let line = '#'
  for (const word of text.split(' ')) {
    if (line.length + 1 + word.length > LINE_WIDTH) {
      lines.push(line)
      line = '#'
    }
    line += ` ${word}`
  }
  return [...lines, line]
}

const intro = [
  renderHeading('Accounts service'),
  ...wrapComment(
    'Names and meaning as in Supabase Auth. Generated from the tables that the service reads (npm run docs:env), as is docs/accounts.md. Durations are written 60s, 10m or 1h30m; a plain number means seconds.',
  ),
].join('\n')
const block = `${[intro, ...describeGroups(), describeProviders()].join('\n\n')}\n\n`
writeGenerated(
  FILE,
  readFileSync(FILE, 'utf8').replace(BLOCK, () => block),
  'npm run docs:env',
)
