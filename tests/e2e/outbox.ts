import { SECRET_KEY, type Site } from './site.ts'

/** A message in the outbox, which collects them when no mail server and no SMS provider is set. */
interface Message {
  recipient: string
  subject: string
  text: string
}

/** Waits for the newest message to an address or a number. Throws after five seconds, or after the given time. */
export async function findMessage(
  { url }: Pick<Site, 'url'>,
  recipient: string,
  subject = /^/,
  { text = /^/, within = 5_000 }: { text?: RegExp; within?: number } = {},
): Promise<Message> {
  const late = Date.now() + within
  while (Date.now() < late) {
    const response = await fetch(`${url}/auth/v1/admin/outbox`, {
      headers: { apikey: SECRET_KEY, authorization: `Bearer ${SECRET_KEY}` },
    })
    const messages: Message[] = await response.json()
    const found = messages.find(
      (message) => message.recipient === recipient && subject.test(message.subject) && text.test(message.text),
    )
    if (found) return found
    await new Promise((settle) => setTimeout(settle, 50))
  }
  throw new Error(`No message to ${recipient} came.`)
}

/** Returns the six-digit code of a message. Links contain digits too. */
export function findCode({ text }: Pick<Message, 'text'>): string {
  const [, code] = /\bcode(?::| is) (\d{6})\b/.exec(text) ?? /^(\d{6}) is your code\b/.exec(text) ?? []
  if (!code) throw new Error(`There is no code in: ${text}`)
  return code
}

/** Returns the link in an email. */
export function findLink({ text }: Pick<Message, 'text'>): string {
  const [link] = /https?:\/\/\S+\/verify\?[^\s\])]+/.exec(text) ?? []
  if (!link) throw new Error(`There is no link in: ${text}`)
  return link
}
