import type { SupabaseClient } from '@supabase/supabase-js'
import * as v from 'valibot'
import { readConfig } from '../../backend/src/config.ts'
import { type DataService, openDataService } from '../import/open-data-service.ts'
import { describeAccount, getAccount, listAccounts, throwOnError } from './accounts.ts'

const ROLES = ['moderator', 'admin']
/** A hundred years: hosted projects know no ban without an end. */
const FOR_GOOD = '876000h'

interface Command {
  usage: string
  about: string
  /** How many words must follow, and how many may. */
  words: [least: number, most: number]
  run: (service: DataService, words: string[], siteUrl: string) => Promise<string>
}

const COMMANDS: Record<string, Command> = {
  list: {
    usage: 'list [part of an e-mail or phone]',
    about: 'accounts, newest first',
    words: [0, 1],
    run: ({ client }, [part]) => list(client, part),
  },
  grant: {
    usage: 'grant <e-mail> <moderator|admin>',
    about: 'gives a role',
    words: [2, 2],
    run: ({ client }, [email = '', role = '']) => grant(client, email, role),
  },
  take: {
    usage: 'take <e-mail>',
    about: 'takes the role away',
    words: [1, 1],
    run: ({ client }, [email = '']) => setRole(client, email, null),
  },
  ban: {
    usage: 'ban <e-mail> [duration such as 24h or 1h30m]',
    about: 'keeps somebody out, for good unless a duration is given',
    words: [1, 2],
    run: ({ client }, [email = '', duration = FOR_GOOD]) => ban(client, email, duration),
  },
  unban: {
    usage: 'unban <e-mail>',
    about: 'lets them in again',
    words: [1, 1],
    run: ({ client }, [email = '']) => ban(client, email, 'none'),
  },
  link: {
    usage: 'link <e-mail>',
    about: 'prints a link that signs in as this account, once',
    words: [1, 1],
    run: ({ client }, [email = ''], siteUrl) => createLink(client, email, siteUrl),
  },
  outbox: {
    usage: 'outbox',
    about: 'prints a link to the messages that were not sent, for one browser',
    words: [0, 0],
    run: createOutboxLink,
  },
}

/** Runs one command on this installation, whichever way it runs, and returns what to print. Throws sentences for the operator. */
export async function runAdmin(words: string[], environment: Record<string, string | undefined>): Promise<string> {
  const [name = 'help', ...rest] = words
  if (['help', '--help', '-h'].includes(name)) return describeCommands()
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined
  if (!command) throw new Error(`There is no command ${name}.\n\n${describeCommands()}`)
  const [least, most] = command.words
  if (rest.length < least || rest.length > most) throw new Error(`Write: npm run admin -- ${command.usage}`)
  await using service = await openDataService(environment)
  return command.run(service, rest, readConfig(environment).siteUrl)
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
  if (!ROLES.includes(role)) throw new Error(`There is no role ${role}: write moderator or admin.`)
  return setRole(client, email, role)
}

async function setRole(client: SupabaseClient, email: string, role: string | null): Promise<string> {
  const account = await getAccount(client, email)
  throwOnError(await client.auth.admin.updateUserById(account.id, { app_metadata: { role } }))
  // The row of the profile keeps a copy, which tells that somebody moderates; any change brings it up to date.
  throwOnError(await client.from('users').update({ email: account.email }).eq('id', account.id))
  const what = role === null ? 'has no role any more' : `is ${role} now`
  return `${email} ${what}. It holds from the next sign-in, or within the hour.\n`
}

async function ban(client: SupabaseClient, email: string, duration: string): Promise<string> {
  const account = await getAccount(client, email)
  const { data } = throwOnError(await client.auth.admin.updateUserById(account.id, { ban_duration: duration }))
  if (duration === 'none') return `${email} may sign in again.\n`
  const until = duration === FOR_GOOD ? 'for good' : `until ${data.user?.banned_until}`
  return `${email} is banned ${until}. Whoever is signed in has no access from now on.\n`
}

async function createLink(client: SupabaseClient, email: string, siteUrl: string): Promise<string> {
  const account = await getAccount(client, email)
  const { data } = throwOnError(
    await client.auth.admin.generateLink({ type: 'magiclink', email: account.email ?? email }),
  )
  // Not the service's own link: it would hand the session over in the address, which the site does not read.
  const link = new URL(`${siteUrl}/auth/login`)
  link.search = new URLSearchParams({
    step: 'link',
    type: data.properties?.verification_type ?? 'magiclink',
    token_hash: data.properties?.hashed_token ?? '',
  }).toString()
  return `${link}\nIt works once and signs in as ${email}. Send it to nobody else.\n`
}

/** Only our own backend keeps an outbox. */
async function createOutboxLink({ url, fetch: send, secretKey }: DataService): Promise<string> {
  const headers = { apikey: secretKey, authorization: `Bearer ${secretKey}` }
  const answer = await send(`${url}/auth/v1/admin/outbox/links`, { method: 'POST', headers })
  if (!answer.ok) throw new Error('The accounts service has no outbox. Hosted projects keep none.')
  const link = v.parse(v.object({ url: v.string() }), await answer.json())
  return `${link.url}\nIt works once. The browser that opens it may read the outbox for 12 hours.\n`
}
