import * as v from 'valibot'
import type { SmsChannel } from '../../kernel/values/phone.ts'
import type { AuthSettings } from '../../settings.ts'

/** An SMS as the provider gets it. */
export interface SmsMessage {
  /** Digits, without the plus. */
  phone: string
  code: string
  /** The rendered template. */
  text: string
  channel: SmsChannel
}

/** The HTTP request that sends a message, relative to the provider's base URL. */
interface SmsRequest {
  path: string
  headers?: Record<string, string>
  body: URLSearchParams | string
}

/** The HTTP API of one provider. */
interface SmsProviderTable {
  base: string
  toRequest(message: SmsMessage, settings: AuthSettings): SmsRequest
  /** Returns the message id from a success response, or undefined when the provider reports a failure. */
  readId(payload: unknown): string | undefined
}

/** The SMS providers. The facts are from their own documentation. */
export const SMS_PROVIDERS: Record<Exclude<AuthSettings['smsProvider'], 'outbox'>, SmsProviderTable> = {
  http: {
    base: '',
    toRequest: ({ phone, text, channel }, { smsHttpToken }) => ({
      path: '',
      headers: {
        'content-type': 'application/json',
        ...(smsHttpToken ? { authorization: `Bearer ${smsHttpToken}` } : {}),
      },
      body: JSON.stringify({ phone: `+${phone}`, message: text, channel }),
    }),
    readId: (payload) => {
      const parsed = v.safeParse(v.object({ id: v.union([v.string(), v.number()]) }), payload)
      return parsed.success ? String(parsed.output.id) : ''
    },
  },
  twilio: {
    base: 'https://api.twilio.com',
    toRequest: (message, settings) => ({
      path: `/2010-04-01/Accounts/${encodeURIComponent(settings.twilioAccount)}/Messages.json`,
      headers: { authorization: toBasic(settings.twilioAccount, settings.twilioToken) },
      body: new URLSearchParams(toTwilioMessage(message, settings)),
    }),
    readId: (payload) => {
      const parsed = v.safeParse(v.object({ sid: v.string(), status: v.optional(v.string()) }), payload)
      if (!parsed.success || ['failed', 'undelivered'].includes(parsed.output.status ?? '')) return undefined
      return parsed.output.sid
    },
  },
  twilio_verify: {
    base: 'https://verify.twilio.com',
    toRequest: ({ phone, channel }, settings) => ({
      path: `/v2/Services/${encodeURIComponent(settings.twilioService)}/Verifications`,
      headers: { authorization: toBasic(settings.twilioAccount, settings.twilioToken) },
      body: new URLSearchParams({ To: `+${phone}`, Channel: channel }),
    }),
    readId: (payload) => {
      const parsed = v.safeParse(v.object({ sid: v.string(), status: v.literal('pending') }), payload)
      return parsed.success ? parsed.output.sid : undefined
    },
  },
  messagebird: {
    base: 'https://rest.messagebird.com',
    toRequest: ({ phone, text }, settings) => ({
      path: '/messages',
      headers: { authorization: `AccessKey ${settings.messagebirdKey}` },
      body: new URLSearchParams({
        originator: settings.messagebirdOriginator,
        body: text,
        recipients: phone,
        type: 'sms',
        datacoding: 'unicode',
      }),
    }),
    readId: (payload) => {
      const Recipients = v.object({ totalDeliveryFailedCount: v.optional(v.number(), 0) })
      const parsed = v.safeParse(v.object({ id: v.string(), recipients: v.optional(Recipients) }), payload)
      if (!parsed.success || (parsed.output.recipients?.totalDeliveryFailedCount ?? 0) > 0) return undefined
      return parsed.output.id
    },
  },
  textlocal: {
    base: 'https://api.textlocal.in',
    toRequest: ({ phone, text }, settings) => ({
      path: '/send',
      body: new URLSearchParams({
        apikey: settings.textlocalKey,
        sender: settings.textlocalSender,
        numbers: phone,
        message: text,
      }),
    }),
    readId: (payload) => {
      const Message = v.object({ id: v.union([v.string(), v.number()]) })
      const parsed = v.safeParse(v.object({ status: v.literal('success'), messages: v.tuple([Message]) }), payload)
      return parsed.success ? String(parsed.output.messages[0].id) : undefined
    },
  },
  vonage: {
    base: 'https://rest.nexmo.com',
    toRequest: ({ phone, text }, settings) => ({
      path: '/sms/json',
      body: new URLSearchParams({
        api_key: settings.vonageKey,
        api_secret: settings.vonageSecret,
        from: settings.vonageFrom,
        to: phone,
        text,
        // Plain letters use the shorter SMS alphabet.
        ...(isPlainText(text) ? {} : { type: 'unicode' }),
      }),
    }),
    readId: (payload) => {
      const Message = v.looseObject({ status: v.literal('0'), 'message-id': v.string() })
      const parsed = v.safeParse(v.object({ messages: v.array(Message) }), payload)
      return parsed.success ? parsed.output.messages[0]?.['message-id'] : undefined
    },
  },
}

/** WhatsApp requires templates approved by Meta. Sender numbers have a prefix. */
function toTwilioMessage({ phone, code, text, channel }: SmsMessage, settings: AuthSettings): Record<string, string> {
  const { twilioService: sender, twilioContent } = settings
  if (channel === 'sms') return { To: `+${phone}`, Channel: channel, From: sender, Body: text }
  const digits = sender.replace(/^\+/, '')
  const isNumber = /^\d+$/.test(digits)
  const content: Record<string, string> = twilioContent
    ? { ContentSid: twilioContent, ContentVariables: JSON.stringify({ 1: code }) }
    : { Body: text }
  return { To: `whatsapp:+${phone}`, Channel: channel, From: isNumber ? `whatsapp:+${digits}` : sender, ...content }
}

export function toBasic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`
}

function isPlainText(text: string): boolean {
  return /^[\x20-\x7e\n]*$/.test(text)
}
