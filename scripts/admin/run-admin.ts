import type { SupabaseClient } from '@supabase/supabase-js'
import * as v from 'valibot'
import { readConfig } from '../../backend/src/config.ts'
import { deleteUnusedFiles, reconcileFiles } from '../../web/app/features/media/delete-unused-files.server.ts'
import { type DataService, openDataService } from '../import/open-data-service.ts'
import { describeAccount, getAccount, listAccounts, throwOnError } from './accounts.ts'
import { manageWebhooks } from './webhooks.ts'

const ROLES = ['moderator', 'admin']
/** The duration of a permanent ban: a hundred years, because hosted projects have no permanent bans. */
const FOR_GOOD = '876000h'

interface Command {
  usage: string
  about: string
  /** The minimum and maximum number of arguments. */
  arguments: [min: number, max: number]
  run: (service: DataService, words: string[], siteUrl: string) => Promise<string>
}

const COMMANDS: Record<string, Command> = {
  list: {
    usage: 'list [part of an email or phone]',
    about: 'accounts, newest first',
    arguments: [0, 1],
    run: ({ client }, [part]) => list(client, part),
  },
  grant: {
    usage: 'grant <email> <moderator|admin>',
    about: 'grants a role',
    arguments: [2, 2],
    run: ({ client }, [email = '', role = '']) => grant(client, email, role),
  },
  revoke: {
    usage: 'revoke <email>',
    about: 'revokes the role',
    arguments: [1, 1],
    run: ({ client }, [email = '']) => setRole(client, email, null),
  },
  ban: {
    usage: 'ban <email> [duration such as 24h or 1h30m]',
    about: 'bans an account, permanently unless a duration is given',
    arguments: [1, 2],
    run: ({ client }, [email = '', duration = FOR_GOOD]) => ban(client, email, duration),
  },
  unban: {
    usage: 'unban <email>',
    about: 'unbans an account',
    arguments: [1, 1],
    run: ({ client }, [email = '']) => ban(client, email, 'none'),
  },
  link: {
    usage: 'link <email>',
    about: 'prints a link that signs in to this account once',
    arguments: [1, 1],
    run: ({ client }, [email = ''], siteUrl) => createLink(client, email, siteUrl),
  },
  'remove-factors': {
    usage: 'remove-factors <email>',
    about: 'removes the two-factor methods of an account whose owner has lost them',
    arguments: [1, 1],
    run: ({ client }, [email = '']) => removeFactors(client, email),
  },
  outbox: {
    usage: 'outbox',
    about: 'prints a link that opens the messages that were not sent, for one browser',
    arguments: [0, 0],
    run: createOutboxLink,
  },
  webhooks: {
    usage: 'webhooks [add <url> <event,…> | remove <id>]',
    about: 'lists, adds or removes webhooks',
    arguments: [0, 3],
    run: ({ client }, words) => manageWebhooks(client, words),
  },
  'clean-files': {
    usage: 'clean-files',
    about: 'deletes files without a row and photos without files, as the server does by itself',
    arguments: [0, 0],
    run: ({ client }) => cleanFiles(client),
  },
}

/**
 * Runs one command against this installation, in any mode, and returns the output. Throws errors with a message for the
 * operator.
 */
export async function runAdmin(words: string[], environment: Record<string, string | undefined>): Promise<string> {
  const [name = 'help', ...rest] = words
  if (['help', '--help', '-h'].includes(name)) return describeCommands()
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) throw new Error(`Unknown command ${name}.\n\n${describeCommands()}`)
  const [min, max] = command.arguments
  if (rest.length < min || rest.length > max) throw new Error(`Usage: npm run admin -- ${command.usage}`)
  await using service = await openDataService(environment)
  // Awaited here, because the services stop when this block ends.
  return await command.run(service, rest, readConfig(environment).siteUrl)
}

function describeCommands(): string {
  const width = Math.max(...Object.values(COMMANDS).map(({ usage }) => usage.length))
  const lines = Object.values(COMMANDS).map(({ usage, about }) => `  ${usage.padEnd(width)}  ${about}`)
  return `npm run admin -- <command>\n\n${lines.join('\n')}\n`
}

async function list(client: SupabaseClient, part = ''): Promise<string> {
  const wanted = part.toLowerCase()
  const accounts = await listAccounts(client)
  const shown = accounts.filter(({ email = '', phone = '' }) => `${email} ${phone}`.toLowerCase().includes(wanted))
  const lines = shown.map((account) => `${describeAccount(account)}\n`)
  return `${lines.join('')}${shown.length} of ${accounts.length} accounts\n`
}

async function grant(client: SupabaseClient, email: string, role: string): Promise<string> {
  if (!ROLES.includes(role)) throw new Error(`Unknown role ${role}. Use moderator or admin.`)
  return setRole(client, email, role)
}

async function setRole(client: SupabaseClient, email: string, role: string | null): Promise<string> {
  const account = await getAccount(client, email, role === null ? undefined : 'Sign up with it first.')
  throwOnError(await client.auth.admin.updateUserById(account.id, { app_metadata: { role } }))
  // The row in users has a copy of the role, which marks moderators. A trigger refreshes it on any update.
  throwOnError(await client.from('users').update({ email: account.email }).eq('id', account.id))
  const what = role === null ? 'has no role now' : `has the role ${role} now`
  return `${email} ${what}. The change applies at the next sign-in, or within an hour.\n`
}

async function ban(client: SupabaseClient, email: string, duration: string): Promise<string> {
  const account = await getAccount(client, email)
  const { data } = throwOnError(await client.auth.admin.updateUserById(account.id, { ban_duration: duration }))
  if (duration === 'none') return `${email} can sign in again.\n`
  const until = duration === FOR_GOOD ? 'permanently' : `until ${data.user?.banned_until}`
  return `${email} is banned ${until}. Open sessions lost access at once.\n`
}

async function createLink(client: SupabaseClient, email: string, siteUrl: string): Promise<string> {
  const account = await getAccount(client, email)
  const { data } = throwOnError(
    await client.auth.admin.generateLink({ type: 'magiclink', email: account.email ?? email }),
  )
  // The service's own link would put the session into the URL fragment, which the site does not read.
  const link = new URL(`${siteUrl}/auth/login`)
  link.search = new URLSearchParams({
    step: 'link',
    type: data.properties?.verification_type ?? 'magiclink',
    token_hash: data.properties?.hashed_token ?? '',
  }).toString()
  return `${link}\nThe link works once and signs in as ${email}. Share it with no one else.\n`
}

async function removeFactors(client: SupabaseClient, email: string): Promise<string> {
  const account = await getAccount(client, email)
  const { data } = throwOnError(await client.auth.admin.mfa.listFactors({ userId: account.id }))
  const factors = data?.factors ?? []
  for (const { id } of factors) throwOnError(await client.auth.admin.mfa.deleteFactor({ id, userId: account.id }))
  if (factors.length === 0) return `${email} has no two-factor methods.\n`
  return `${email} has no two-factor methods any more and can sign in without them. Removed: ${factors.length}.\n`
}

async function cleanFiles(client: SupabaseClient): Promise<string> {
  await reconcileFiles(client)
  await deleteUnusedFiles(client)
  return 'All files that nothing uses are deleted.\n'
}

/** Only our own backend has an outbox. */
async function createOutboxLink({ url, fetch: send, secretKey }: DataService): Promise<string> {
  const headers = { apikey: secretKey, authorization: `Bearer ${secretKey}` }
  const answer = await send(`${url}/auth/v1/admin/outbox/links`, { method: 'POST', headers })
  if (!answer.ok) throw new Error('The accounts service has no outbox. Hosted projects have none.')
  const link = v.parse(v.object({ url: v.string() }), await answer.json())
  return `${link.url}\nThe link works once. The browser that opens it can read the outbox for 12 hours.\n`
}
